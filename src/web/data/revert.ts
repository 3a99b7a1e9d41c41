import { api } from './api.ts';
import type { Fields, RecordTarget } from './target.ts';

/** A record as the service answers it. */
export interface RecordAnswer {
  readonly record: Fields;
  readonly version: number;
}

/**
 * Takes back all changes of a record after a version, with all that the service changed along with them.
 * @throws {Refused} if somebody else has changed one of the fields that it would set back.
 */
export async function revert({ plural, singular, id }: RecordTarget, version: number): Promise<RecordAnswer> {
  const { body, version: after } = await api.send<Record<string, Fields>>({
    method: 'POST',
    path: `/${plural}/${id}/revert`,
    body: { revert: { version } },
  });
  return { record: body[singular] ?? {}, version: after ?? version };
}
