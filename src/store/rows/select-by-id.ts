import { ofEach, type Resource } from '../../resources/resource.ts';
import { selectText, visibleTo } from './select.ts';

function byIdText(resource: Resource, keys?: readonly string[]): string {
  const own = ['account_id = $1::bigint', 'id = any($2::bigint[])', 'deleted_at is null'];
  const wanted = [...own, ...visibleTo(resource, '$3')].join(' and ');
  return selectText(resource, `select * from ${resource.plural} where ${wanted}`, '', { keys });
}

/** Live records by id: `$1` is the account, `$2` the ids, and for a personal resource `$3` the user who sees them. */
export function selectByIdText(resource: Resource, keys?: readonly string[]): string {
  return keys ? byIdText(resource, keys) : wholeByIdText(resource);
}

const wholeByIdText = ofEach((resource) => byIdText(resource));

/** Records by id, including deleted ones, for any user: `$1` is the account, `$2` the ids. */
export const selectEveryByIdText = ofEach((resource) =>
  selectText(resource, `select * from ${resource.plural} where account_id = $1::bigint and id = any($2::bigint[])`, ''),
);
