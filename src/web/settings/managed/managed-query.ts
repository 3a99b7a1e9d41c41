import type { ApiRequest } from '../../../client/request.ts';
import { api } from '../../data/api.ts';
import { queryClient } from '../../data/query-client.ts';
import { pagedQuery } from '../../lists/paged-query.ts';

/** A credential, a webhook or a user as the API shows it. */
export interface Managed {
  readonly id: string;
  readonly [key: string]: unknown;
}

/** All that the firm has of a kind, page by page. */
export const managedQuery = (plural: string, query: Readonly<Record<string, string>> = {}) =>
  pagedQuery<Managed>(plural, query);

/** Makes, changes or ends something, and reads the lists of its kind again. @throws {Refused} @throws {Unreachable} */
export async function sendManaged<Body>(plural: string, request: ApiRequest): Promise<Body> {
  const { body } = await api.send<Body>(request);
  await queryClient.invalidateQueries({ queryKey: [plural] });
  return body;
}
