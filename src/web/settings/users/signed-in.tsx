import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { managedQuery } from '../managed/managed-query.ts';
import { useFormats } from '../../data/formats.ts';
import { lastSignInsQuery } from './last-sign-ins.ts';

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
