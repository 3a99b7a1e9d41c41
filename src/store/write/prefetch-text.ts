import { resourceOf } from '../../resources/index.ts';
import { hasExternalIds, ofEach, requestName, type Resource } from '../../resources/resource.ts';
import {
  embeddedText,
  idsAsText,
  largeLinks,
  type LargeReference,
  largeReferences,
  partsText,
} from '../rows/columns.ts';

/** The data and locks that a change needs before the rules run. */
export interface PrefetchRequest {
  readonly accountId: string;
  readonly resource: Resource;
  /** The number of ids to take for new records. */
  readonly newIds: number;
  /** The records to change. They are locked `for update` if no other transaction may start to refer to them. */
  readonly ids: readonly string[];
  readonly lock: 'no key update' | 'update';
  /** The records that the change refers to, by plural. They are locked live until the end of the transaction. */
  readonly referenced: ReadonlyMap<string, readonly string[]>;
  /** The external ids by which the change refers to records, by plural; each names a record to lock like `referenced`. */
  readonly named: ReadonlyMap<string, readonly string[]>;
  /** The keys of the list entries that the change names, by plural. The entries are locked like `referenced`. */
  readonly keyed: ReadonlyMap<string, readonly string[]>;
  /** The values that the change takes, by unique column. */
  readonly unique: ReadonlyMap<string, readonly string[]>;
  /** The idempotency keys of the requests. */
  readonly idempotencyKeys: readonly { readonly tokenId: string; readonly key: string }[];
  /** Whether to wait for rows that others have locked. If false, the statement skips those rows. */
  readonly waits: boolean;
}

/**
 * The plurals of the resources that a client may refer to by id in this resource's requests, and of the large ones that
 * the service refers to in a new record, whose answer embeds them.
 */
export const referencedPlurals = ofEach((resource): readonly string[] => [
  ...new Set(
    Object.values(resource.fields).flatMap((field) =>
      field.kind === 'references' || (field.kind === 'reference' && (!field.readOnly || isShownLarge(field)))
        ? [field.to]
        : [],
    ),
  ),
]);

const isShownLarge = ({ to, unlisted }: { readonly to: string; readonly unlisted?: true }): boolean =>
  !unlisted && resourceOf(to).kept === 'table';

/** The unique columns: no two live records may have the same value. */
export const uniqueColumns = ofEach((resource): readonly string[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => field.unique)
    .map(([name, field]) => requestName(name, field)),
);

/** The lists whose entries a client names by their key. */
export const keyedPlurals = ofEach((resource): readonly string[] => [
  ...new Set(
    Object.values(resource.fields).flatMap((field) =>
      field.kind === 'entry_key' && !field.readOnly ? [field.of] : [],
    ),
  ),
]);

/** The large resources whose records a client can refer to by `external_id`. */
export const namedPlurals = ofEach((resource): readonly string[] =>
  referencedPlurals(resource).filter((plural) => hasExternalIds(resourceOf(plural))),
);

/** Whether the statement looks up external ids. Most changes name none. */
export const namesRecords = ({ named }: Pick<PrefetchRequest, 'named'>): boolean => named.size > 0;

const ifHeld = ({ waits }: PrefetchRequest): string => (waits ? '' : ' skip locked');

/** A change of a small record locks the whole directory: its keys, its last admin, its last open stage. */
const lockedAccount = `account as materialized (
  select directory_version from accounts where id = $1::bigint for no key update
)`;

/** The lock keeps the account's time zone from changing. Every written row takes the same lock anyway. */
const account = (request: PrefetchRequest): string => `account as materialized (
  select directory_version from accounts where id = $1::bigint for key share${ifHeld(request)}
)`;

const target = (request: PrefetchRequest): string => `target as materialized (
  select * from ${request.resource.plural} where account_id = $1::bigint and id = any($3::bigint[])
  order by id for ${request.lock}${ifHeld(request)}
)`;

/** The records that have the external ids. The statement locks them with the others, in one order. */
const named = (plural: string, parameter: number): string => `named_${plural} as materialized (
  select u.id, v.asked from unnest($${parameter}::text[]) as v(asked)
  join ${plural} u on u.account_id = $1::bigint and u.deleted_at is null and lower(u.external_id) = lower(v.asked)
)`;

/** The version of a small record shows whether the directory's copy of it is current. */
function held(request: PrefetchRequest, plural: string, parameter: number): string {
  const target = resourceOf(plural);
  const columns = target.kept === 'table' ? embeddedText(target, 'h') : 'h.id::text as id, h.version';
  const isNamed = namesRecords(request) && namedPlurals(request.resource).includes(plural);
  const ids = `$${parameter}::bigint[]${isNamed ? ` || array(select n.id from named_${plural} n)` : ''}`;
  return `held_${plural} as materialized (
  select ${columns} from ${plural} h
  where h.account_id = $1::bigint and h.id = any(${ids}) and h.deleted_at is null
  order by h.id for key share of h${ifHeld(request)}
)`;
}

const heldByKey = (
  request: PrefetchRequest,
  plural: string,
  parameter: number,
): string => `keyed_${plural} as materialized (
  select id::text as id, version, key from ${plural}
  where account_id = $1::bigint and key = any($${parameter}::text[]) and deleted_at is null
  order by id for key share${ifHeld(request)}
)`;

const links = (resource: Resource): string =>
  Object.entries(resource.fields)
    .flatMap(([name, field]) => {
      if (field.kind === 'parts') return `, '${name}', ${partsText(resource, field.of, 't')}`;
      if (field.kind !== 'references') return [];
      const entry = `l.${resourceOf(field.to).singular}_id::text`;
      return `, '${field.requestName}', (select coalesce(jsonb_agg(${entry} order by l.position), '[]')
      from ${field.through} l where l.account_id = $1::bigint and l.${resource.singular}_id = t.id)`;
    })
    .join('');

const rows = (
  resource: Resource,
): string => `select 'row', to_jsonb(t) - 'search' || ${idsAsText(resource, 't')} || jsonb_build_object('seen_version', (
    select s.version from ${resource.plural} s where s.account_id = $1::bigint and s.id = t.id
  )${links(resource)}) from target t`;

/** The records that the rows embed. @param ids selects their ids. */
const stored = (
  { target: to }: LargeReference,
  ids: string,
): string => `select 'stored:${to.plural}', to_jsonb(e) from (
    select ${embeddedText(to, 'x')} from ${to.plural} x
    where x.account_id = $1::bigint and x.id in (${ids})
  ) e`;

const storedRecords = (resource: Resource): string[] => [
  ...largeReferences(resource).map((one) => stored(one, `select ${one.column} from target`)),
  ...largeLinks(resource).map((one) =>
    stored(
      one,
      `select l.${one.target.singular}_id from ${one.through} l
      where l.account_id = $1::bigint and l.${resource.singular}_id in (select id from target)`,
    ),
  ),
];

function uniqueHolders(resource: Resource, column: string, parameter: number): string {
  const { plural, uniqueWithin } = resource;
  const within = uniqueWithin === undefined ? '' : `, '${uniqueWithin}', u.${uniqueWithin}::text`;
  // Ids are compared as numbers, so that the index serves. A text that is not an id matches no record.
  const isSame = isIdColumn(resource, column)
    ? `u.${column} = case when v.asked ~ '^[0-9]{1,18}$' then v.asked::bigint end`
    : `lower(u.${column}) = lower(v.asked)`;
  return `select 'unique:${column}', jsonb_build_object('id', u.id::text, 'asked', v.asked${within})
  from unnest($${parameter}::text[]) as v(asked)
  join ${plural} u on u.account_id = $1::bigint and u.deleted_at is null and ${isSame}${sameOwner(resource)}`;
}

/** Only records of the new or current owner can conflict. The filter matters: one user may be in a thousand teams. */
function sameOwner(resource: Resource): string {
  const { uniqueWithin: column } = resource;
  const owner = Object.entries(resource.fields).find(([name, field]) => requestName(name, field) === column)?.[1];
  if (owner?.kind !== 'reference') return '';
  return `
    and u.${column} in (select h.id::bigint from held_${owner.to} h union all select t.${column} from target t)`;
}

const isIdColumn = (resource: Resource, column: string): boolean =>
  Object.entries(resource.fields).some(([name, field]) => field.kind === 'reference' && `${name}_id` === column);

/** Looks up the keys one by one: the plan of a join, made for few keys, would read all keys of the account. */
const storedAnswers = (parameter: number): string => `select 'stored_answer', to_jsonb(k)
  from unnest($${parameter}::bigint[], $${parameter + 1}::text[]) as a(token_id, key)
  cross join lateral (
    select * from idempotency_keys where account_id = $1::bigint and token_id = a.token_id and key = a.key limit 1
  ) k`;

/**
 * The statement that prefetches the data of a change. `$1` is the account, `$2` the number of ids to take, `$3` the rows to lock. An
 * array follows for each plural referred to by id, for each referred to by key, and for each unique column, then the
 * tokens and the idempotency keys of the requests, if there are any, and the external ids for each plural referred to by
 * them, if there are any.
 */
export function prefetchText(request: PrefetchRequest): string {
  const { resource } = request;
  const plurals = referencedPlurals(resource);
  const keyed = keyedPlurals(resource);
  const unique = uniqueColumns(resource);
  const firstKeyed = 4 + plurals.length;
  const firstUnique = firstKeyed + keyed.length;
  const firstAnswer = firstUnique + unique.length;
  const hasKeys = request.idempotencyKeys.length > 0;
  const byExternalId = namesRecords(request) ? namedPlurals(resource) : [];
  const firstNamed = firstAnswer + (hasKeys ? 2 : 0);
  const ctes = [
    resource.kept === 'directory' ? lockedAccount : account(request),
    target(request),
    ...byExternalId.map((plural, index) => named(plural, firstNamed + index)),
    ...plurals.map((plural, index) => held(request, plural, 4 + index)),
    ...keyed.map((plural, index) => heldByKey(request, plural, firstKeyed + index)),
  ];
  const branches = [
    `select 'directory_version' as branch, to_jsonb(directory_version::text) as document from account`,
    `select 'id', to_jsonb(nextval('${resource.plural}_id_seq')::text) from generate_series(1, $2::integer)`,
    rows(resource),
    ...storedRecords(resource),
    ...plurals.map((plural) => `select 'held:${plural}', to_jsonb(h) from held_${plural} h`),
    ...keyed.map((plural) => `select 'keyed:${plural}', to_jsonb(h) from keyed_${plural} h`),
    ...unique.map((column, index) => uniqueHolders(resource, column, firstUnique + index)),
    ...(hasKeys ? [storedAnswers(firstAnswer)] : []),
    ...byExternalId.map(
      (plural) => `select 'named:${plural}', jsonb_build_object('asked', n.asked, 'id', n.id::text)
  from named_${plural} n`,
    ),
  ];
  return `with ${ctes.join(',\n')}\n${branches.join('\nunion all\n')}`;
}
