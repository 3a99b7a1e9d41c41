import { type PageRequest, sendRequest } from './api.ts';
import type { Fields, RecordTarget } from './target.ts';

/** A record of a list that is known only at run time: its id and the fields that were asked for. */
export type ListedRecord = Fields & { readonly id: string; readonly version?: number };

/** A page of a list. */
export interface RecordPage<Row> {
  readonly rows: readonly Row[];
  /** The number of all matching records, if the request prefers it. */
  readonly total: number | null;
  /** The path of the next page; null on the last one. */
  readonly next: string | null;
}

/** Asks for the number of all matching records. */
export const withTotal = { prefer: 'count=exact' } as const;

type ListRequest = Pick<PageRequest, 'query' | 'headers' | 'signal'> & { readonly path?: string };

/** Reads a page of a list. `path` is that of a next page. @throws {Refused} @throws {Unreachable} */
export async function readList<Row = ListedRecord>(plural: string, request: ListRequest): Promise<RecordPage<Row>> {
  const { body, headers, next } = await sendRequest<Record<string, readonly Row[]>>({
    path: `/${plural}`,
    ...request,
  });
  const total = headers.get('x-total-count');
  return { rows: body[plural] ?? [], total: total === null ? null : Number(total), next };
}

/** A record as the service answers it. */
export interface RecordAnswer {
  readonly record: Fields;
  /** Null if the answer has none. */
  readonly version: number | null;
}

type OneRequest = Pick<PageRequest, 'method' | 'query' | 'body' | 'version' | 'signal' | 'key'> & {
  readonly action?: string;
};

/** Sends a request about one record. @param action `revert`, if the path ends with it. */
export async function sendRecord(
  { plural, singular, id }: RecordTarget,
  { action, ...request }: OneRequest,
): Promise<RecordAnswer> {
  const path = action === undefined ? `/${plural}/${id}` : `/${plural}/${id}/${action}`;
  const { body, version } = await sendRequest<Readonly<Record<string, Fields>>>({ ...request, path });
  return { record: body[singular] ?? {}, version };
}

/** Creates a record. @throws {Refused} with all faults of the fields */
export async function createRecord<Shown>(
  { plural, singular }: Pick<RecordTarget, 'plural' | 'singular'>,
  fields: object,
): Promise<Shown> {
  const request = { method: 'POST', path: `/${plural}`, body: { [singular]: fields } };
  return (await sendRequest<Readonly<Record<string, Shown>>>(request)).body[singular] as Shown;
}
