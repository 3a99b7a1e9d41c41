import { api, type PageRequest } from '../../data/api.ts';
import { queryClient } from '../../data/query-client.ts';
import { pagedQuery } from '../../queries/paged-query.ts';

/** A credential, a webhook or a user as the API shows it. */
export interface ManagedRecord {
  readonly id: string;
  readonly [key: string]: unknown;
}

/** All that the firm has of a kind, page by page. */
export const managedQuery = (plural: string, query: Readonly<Record<string, string>> = {}) =>
  pagedQuery<ManagedRecord>(plural, query);

/** Makes, changes or ends something, and reads the lists of its kind again. @throws {Refused} @throws {Unreachable} */
export async function sendManaged<Body>(plural: string, request: PageRequest): Promise<Body> {
  const { body } = await api.send<Body>(request);
  await queryClient.invalidateQueries({ queryKey: [plural] });
  return body;
}
