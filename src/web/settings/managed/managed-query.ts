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

/** Creates, changes or ends something, and reads the lists of its kind again. @throws {Refused} @throws {Unreachable} */
export async function changeManaged<Answer>(plural: string, send: () => Promise<Answer>): Promise<Answer> {
  const answer = await send();
  await queryClient.invalidateQueries({ queryKey: [plural] });
  return answer;
}
