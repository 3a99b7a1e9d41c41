import { ofEach, type Resource } from '../../resources/resource.ts';
import { longTexts, pastColumnsOf, pastTable } from './past-table.ts';

/**
 * The records of a resource as of an instant, as SQL in the place of its table: the current versions that are not newer,
 * and the past versions that were in force. Each record has one row at most. Long texts are null, because the log has
 * their past (`readLongTexts`).
 * @param instant the placeholder of the instant. `$1` is the account.
 */
export const sourceAt = (resource: Resource, instant: string): string =>
  sourceText(resource).replaceAll('$instant', () => `${instant}::timestamptz`);

/**
 * The versions in force at an instant that have ended since, as SQL in the place of a table.
 * @param instant the placeholder of the instant. `$1` is the account.
 */
export const endedSince = (resource: Resource, instant: string): string =>
  `(${endedText(resource).replaceAll('$instant', () => `${instant}::timestamptz`)})`;

const columnsOf = ofEach((resource): string => {
  const long = longTexts(resource).map((name) => `, null::text as ${name}`);
  return `p.account_id, ${pastColumnsOf(resource, 'p')}${long.join('')}`;
});

const endedText = ofEach(
  (resource): string =>
    `select ${columnsOf(resource)} from ${pastTable(resource)} p
    where p.account_id = $1::bigint and p.valid_to > $instant and p.updated_at <= $instant`,
);

const sourceText = ofEach(
  (resource): string => `(select ${columnsOf(resource)} from ${resource.plural} p
    where p.account_id = $1::bigint and p.updated_at <= $instant
  union all
  ${endedText(resource)})`,
);
