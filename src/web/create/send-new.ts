import type { Resource } from '../../resources/resource.ts';
import { api } from '../data/api.ts';
import { announce } from '../data/changes.ts';

interface Made {
  readonly id: string;
  readonly name?: string | null;
  readonly title?: string;
}

/** Makes a record, and tells the screens at once. @throws {Refused} with all faults of the fields. */
export async function sendNew({ singular, plural }: Resource, fields: object): Promise<{ id: string; name: string }> {
  const { body } = await api.send<Record<string, Made>>({
    method: 'POST',
    path: `/${plural}`,
    body: { [singular]: fields },
  });
  const { id, name, title } = body[singular] as Made;
  const payload = { id, url: `${api.baseUrl}/${plural}/${id}` };
  announce([{ id: '', event_type: `${singular}.create`, timestamp: new Date().toISOString(), payload }]);
  return { id, name: name ?? title ?? 'The call' };
}
