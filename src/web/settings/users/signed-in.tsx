import type { Schemas } from '../../../client/operations.ts';
import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useFormats } from '../../data/formats.ts';
import { api } from '../../data/api.ts';
import { managedQuery } from '../managed/managed-query.ts';

/** When a user last signed in. All rows of the list share one request. */
export function SignedIn({ id }: { readonly id: string }) {
  const { moment } = useFormats();
  const ids = useInfiniteQuery({
    ...managedQuery('users'),
    select: ({ pages }) => pages.flatMap(({ rows }) => rows.map((user) => user.id)),
  }).data;
  const { data } = useQuery(lastSignInsQuery(ids ?? []));
  if (data === undefined) return null;
  const at = data.get(id);
  if (at === undefined) return <span className="quiet">Never signed in</span>;
  return (
    <span className="quiet">
      Signed in <time dateTime={at}>{moment(at)}</time>
    </span>
  );
}

type LoggedSignIn = Schemas['AuditedChange'];

const perPage = 500;

/** When the listed users last signed in, by their ids, from the audit log. One who never did is missing. */
const lastSignInsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['audit_log', 'last sign-ins', ids],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const latest = await read({ user_id: ids.join(','), per_page: perPage }, signal);
      const found = new Map(latest.toReversed().map(({ at, user }) => [user.id, at]));
      // Others may have signed in so often that the last time of some lies further back.
      const missing = latest.length < perPage ? [] : ids.filter((id) => !found.has(id));
      const single = missing.map((id) => read({ user_id: id, per_page: 1 }, signal));
      for (const { at, user } of (await Promise.all(single)).flat()) found.set(user.id, at);
      return found;
    },
  });

async function read(
  query: Readonly<Record<string, string | number>>,
  signal: AbortSignal,
): Promise<readonly LoggedSignIn[]> {
  const ofSessions = { resource: 'sessions', action: 'create', ...query };
  return (await api.send('GET /audit_log', { query: ofSessions, signal })).body.changes;
}
