import { resourceOf } from '../resources/index.ts';
import { ofEach, type Resource } from '../resources/resource.ts';
import { type LargeReference, largeReferences, partsMarkText, partsText, quoted, valueColumns } from './columns.ts';
import { seenBy } from './seen.ts';

const ownColumns = (resource: Resource): string[] => [
  ...['id', 'version', 'created_at', 'updated_at', 'deleted_at'].map(ownColumn),
  ...valueColumns(resource).map(({ name }) => ownColumn(name)),
];

/** A column of the record itself. */
export const ownColumn = (name: string): string => `t.${quoted(name)}`;

/** What is linked to a record, by the column that holds it. */
const links = ofEach((resource) =>
  Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'references'
      ? [
          {
            ...{ name, column: field.requestName },
            sql: `array(select l.${resourceOf(field.to).singular}_id from ${field.through} l
    where l.account_id = t.account_id and l.${resource.singular}_id = t.id order by l.position)`,
          },
        ]
      : [],
  ),
);

const linkColumns = (resource: Resource, isAsked: IsAsked): string[] =>
  links(resource).flatMap(({ name, column, sql }) => (isAsked(name) ? [`${sql} as ${column}`] : []));

type IsAsked = (name: string) => boolean;

/** The live parts of a record as documents, in the order in which they were made. */
const partColumns = (resource: Resource, isAsked: IsAsked): string[] =>
  Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'parts' && isAsked(name) ? [`${partsText(resource, field.of, 't')} as ${quoted(name)}`] : [],
  );

interface Joined {
  readonly columns: readonly string[];
  readonly mark: readonly string[];
  readonly joins: readonly string[];
}

/** Which version of a record it is, and of when: the number of one that a failed database has lost may come again. */
const versionOf = (alias: string): string[] => [`${alias}.version`, `${alias}.updated_at`];

/** The columns and joins of large records, those of the records that they embed included, as `<path>.<column>`. */
function joined(large: readonly LargeReference[], from: string, prefix: string): Joined[] {
  return large.flatMap(({ fieldName, column, target, embedded, nested }) => {
    const path = prefix + fieldName;
    const alias = quoted(`${path}_`);
    const columns = embedded.map((name) => `${alias}.${name} as ${quoted(`${path}.${name}`)}`);
    const join = `left join ${target.plural} ${alias}
    on ${alias}.account_id = t.account_id and ${alias}.id = ${from}.${column}`;
    return [{ columns, mark: versionOf(alias), joins: [join] }, ...joined(nested, alias, `${path}.`)];
  });
}

/** What a statement reads besides the record's own columns. */
export interface Further {
  /** Over `t`. */
  readonly columns?: readonly string[];
  /** The keys that will be shown, all of them unless given: what only others need is not read. */
  readonly keys?: readonly string[] | undefined;
}

/**
 * The statement that reads records: their own columns, and those of the large records they embed
 * as `<field>.<column>`, by primary key. `page` picks and orders rows of the table alone, so that
 * rows passed over by an offset are never joined; `order` is said again outside.
 */
export function selectText(resource: Resource, page: string, order: string, further: Further = {}): string {
  const isAsked: IsAsked = (name) => further.keys?.includes(name) ?? true;
  const asked = largeReferences(resource).filter(({ fieldName }) => isAsked(fieldName));
  const large = joined(asked, 't', '');
  const columns = [
    ...ownColumns(resource),
    ...linkColumns(resource, isAsked),
    ...partColumns(resource, isAsked),
    ...(further.columns ?? []),
    ...large.flatMap((one) => one.columns),
  ];
  return around(page, order, { columns, large });
}

/** A column that is asked for twice is read once. */
const around = (page: string, order: string, { columns, large }: { columns: readonly string[]; large: Joined[] }) =>
  `select ${[...new Set(columns)].join(', ')}\nfrom (${page}) t\n${large.flatMap(({ joins }) => joins).join('\n')}\n${order}`;

/**
 * As `selectText`, but each record's `id` and `mark` alone: the versions of all that is shown with it. While they are
 * the same the record reads the same, as long as the directory and the day do.
 */
export function marksText(resource: Resource, page: string, order: string, further: readonly string[] = []): string {
  const large = joined(largeReferences(resource), 't', '');
  const parts = Object.values(resource.fields).flatMap((field) =>
    field.kind === 'parts' ? [partsMarkText(resource, field.of, 't')] : [],
  );
  const mark = [
    ...versionOf('t'),
    ...links(resource).map(({ sql }) => sql),
    ...parts,
    ...large.flatMap((one) => one.mark),
  ];
  const columns = [ownColumn('id'), `concat_ws(' ', ${mark.join(', ')}) as mark`, ...further];
  return around(page, order, { columns, large });
}

function byIdText(resource: Resource, keys?: readonly string[]): string {
  const own = ['account_id = $1::bigint', 'id = any($2::bigint[])', 'deleted_at is null'];
  const wanted = [...own, ...seenBy(resource, '$3')].join(' and ');
  return selectText(resource, `select * from ${resource.plural} where ${wanted}`, '', { keys });
}

/** Live records by their ids: `$1` the account, `$2` the ids; of a personal resource also `$3`, who must see them. */
export function selectByIdText(resource: Resource, keys?: readonly string[]): string {
  return keys ? byIdText(resource, keys) : wholeByIdText(resource);
}

const wholeByIdText = ofEach((resource) => byIdText(resource));

/** Records by their ids, deleted ones too, whoever sees them: `$1` the account, `$2` the ids. */
export const selectEveryByIdText = ofEach((resource) =>
  selectText(resource, `select * from ${resource.plural} where account_id = $1::bigint and id = any($2::bigint[])`, ''),
);
