import { resourceOf } from '../../resources/index.ts';
import { ofEach, type Resource, showsDerived } from '../../resources/resource.ts';
import {
  largeLinks,
  type LargeReference,
  largeReferences,
  linksFingerprintText,
  linksText,
  partsFingerprintText,
  partsText,
  quoted,
  valueColumns,
} from './columns.ts';
import { longKinds, rowSizeText, storedSizeSql } from './stored-size.ts';

/** The columns of the record itself that the answer shows. Derived values may need every column but the long ones. */
function ownColumns(resource: Resource, keys: SelectOptions['keys'], isAsked: IsAsked): string[] {
  const derives = showsDerived(resource, keys);
  const read = valueColumns(resource).filter(
    ({ name, field, fieldName }) => isAsked(fieldName) || isAsked(name) || (derives && !longKinds.has(field.kind)),
  );
  const system = ['id', 'version', 'created_at', 'updated_at', 'deleted_at'];
  return [...system, ...read.map(({ name }) => name)].map(ownColumn);
}

/** A column of the record itself. */
export const ownColumn = (name: string): string => `t."${name}"`;

/** The links of the record `t`: their name, the column of their ids, and these as an array. `$1` is the account. */
export const linksOf = ofEach((resource) =>
  Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'references'
      ? [
          {
            name,
            column: field.requestName,
            sql: `array(select l.${resourceOf(field.to).singular}_id from ${field.through} l
    where l.account_id = $1::bigint and l.${resource.singular}_id = t.id order by l.position)`,
          },
        ]
      : [],
  ),
);

const linkColumns = (resource: Resource, isAsked: IsAsked): string[] => [
  ...linksOf(resource).flatMap(({ name, column, sql }) =>
    isAsked(name) || isAsked(column) ? [`${sql} as ${column}`] : [],
  ),
  ...largeLinks(resource).flatMap((large) =>
    isAsked(large.fieldName) ? [`${linksText(resource, large, 't')} as ${quoted(large.fieldName)}`] : [],
  ),
];

type IsAsked = (name: string) => boolean;

/** The live parts of a record as documents, in order of creation. */
const partColumns = (resource: Resource, isAsked: IsAsked): string[] =>
  Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'parts' && isAsked(name) ? [`${partsText(resource, field.of, 't')} as ${quoted(name)}`] : [],
  );

interface Joined {
  readonly columns: readonly string[];
  readonly fingerprint: readonly string[];
  readonly joins: readonly string[];
}

/** A record's version and its time, because a version number lost in a database failure may be used again. */
const versionOf = (alias: string): string[] => [`${alias}.version`, `${alias}.updated_at`];

/** The columns, as `<path>.<column>`, and joins of large records, including the records that they embed. */
function joined(large: readonly LargeReference[], from: string, prefix: string): Joined[] {
  return large.flatMap(({ fieldName, column, target, embedded, nested }) => {
    const path = prefix + fieldName;
    const alias = quoted(`${path}_`);
    const columns = embedded.map((name) => `${alias}.${name} as ${quoted(`${path}.${name}`)}`);
    const join = `left join ${target.plural} ${alias}
    on ${alias}.account_id = $1::bigint and ${alias}.id = ${from}.${column}`;
    return [{ columns, fingerprint: versionOf(alias), joins: [join] }, ...joined(nested, alias, `${path}.`)];
  });
}

/** Options of a statement that reads records. */
export interface SelectOptions {
  /** Additional columns, over `t`. */
  readonly columns?: readonly string[];
  /** The keys and columns that the answer needs, by default all. Columns that only other keys need are not read. */
  readonly keys?: readonly string[] | undefined;
}

/**
 * The statement that reads records: their own columns, the columns of embedded large records as `<field>.<column>`,
 * joined by primary key, and their `row_size` in bytes.
 * @param page the select that picks and orders rows of the table alone, so that rows before an offset are not joined.
 * @param order the order, repeated in the outer select.
 */
export function selectText(resource: Resource, page: string, order: string, further: SelectOptions = {}): string {
  const isAsked: IsAsked = (name) => further.keys?.includes(name) ?? true;
  const asked = largeReferences(resource).filter(({ fieldName }) => isAsked(fieldName));
  const large = joined(asked, 't', '');
  const columns = [
    ...ownColumns(resource, further.keys, isAsked),
    further.keys ? storedSizeSql(resource, isAsked) : rowSizeText(resource),
    ...linkColumns(resource, isAsked),
    ...partColumns(resource, isAsked),
    ...(further.columns ?? []),
    ...large.flatMap((one) => one.columns),
  ];
  return around(page, order, { columns, large });
}

/** Makes the statement of a page (`Listing.select`) that reads records. */
export const recordsSelect =
  (resource: Resource, { columns = [], keys }: SelectOptions) =>
  (page: string, order: string, further: readonly string[]): string =>
    selectText(resource, page, order, { columns: [...columns, ...further], keys });

/** Selects each column once, even if it is listed twice. */
const around = (page: string, order: string, { columns, large }: { columns: readonly string[]; large: Joined[] }) =>
  `select ${[...new Set(columns)].join(', ')}\nfrom (${page}) t\n${large.flatMap(({ joins }) => joins).join('\n')}\n${order}`;

/**
 * Like `recordsSelect`, but selects only each record's `id`, size and `fingerprint`, which covers the versions of
 * everything shown with it. While fingerprint, directory and day are unchanged, the record's JSON is unchanged.
 */
export const fingerprintsSelect =
  (resource: Resource, columns: readonly string[]) =>
  (page: string, order: string, further: readonly string[]): string => {
    const { columns: own, large } = fingerprintOf(resource);
    return around(page, order, { columns: [...own, ...columns, ...further], large });
  };

const fingerprintOf = ofEach((resource) => {
  const large = joined(largeReferences(resource), 't', '');
  const parts = Object.values(resource.fields).flatMap((field) =>
    field.kind === 'parts' ? [partsFingerprintText(resource, field.of, 't')] : [],
  );
  const fingerprint = [
    ...versionOf('t'),
    ...linksOf(resource).map(({ sql }) => sql),
    ...largeLinks(resource).map((one) => linksFingerprintText(resource, one, 't')),
    ...parts,
    ...large.flatMap((one) => one.fingerprint),
  ];
  const column = `concat_ws(' ', ${fingerprint.join(', ')}) as fingerprint`;
  return { columns: [ownColumn('id'), column, rowSizeText(resource)], large };
});

/**
 * The conditions of the records of a personal resource that a user sees: the user's own and shared ones. Empty for a
 * resource that the whole account sees. @param user the placeholder of the user's id, `$3`.
 */
export const visibleTo = ({ personal }: Resource, user: string): string[] =>
  personal ? [`(shared or created_by_id = ${user}::bigint)`] : [];
