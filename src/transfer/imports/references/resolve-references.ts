import type { RowError } from '../../../resources/transfer/imports.ts';
import type { NearName } from '../../../resources/transfer/import-summary.ts';
import type { RequestContext } from '../../../records/request-context.ts';
import { mapInTurns } from '../../../records/turns.ts';
import type { Field } from '../../../resources/fields.ts';
import { requestName, type Resource } from '../../../resources/resource.ts';
import { findByValues, lockNames, lookupKey } from '../../../store/imports/reference-lookups.ts';
import type { Directory } from '../../../store/rows/directory.ts';
import type { Mapping, ReferenceRule, ReferenceLookup } from '../../mapping/mapping.ts';
import { nameInOrder } from '../../mapping/reading-text/full-name.ts';
import type { JudgedRow } from '../rows/judged-row.ts';
import { familyOf, type ImportWork } from '../import-work.ts';
import { makeReferred, type ReferredIds } from './make-referred.ts';
import type { MadeKeys } from '../rows/made-in-check.ts';
import type { Spellings } from '../rows/summary.ts';
import { nearOnes } from './near-ones.ts';
import { referredResource } from './reference-targets.ts';
import { ambiguous, begun, columnOf } from '../rows/row-errors.ts';

/** The rows with the ids of the records that they refer to, and the context that knows all of these. */
export interface ResolvedRows {
  readonly context: RequestContext;
  readonly rows: readonly JudgedRow[];
  /** The ids of the records that were made, by the field that refers to them. */
  readonly made: ReadonlyMap<string, ReadonlySet<string>>;
  /** The keys of these records, by the plural of their resource. */
  readonly makes: MadeKeys;
  /** The records that were made although there are others with near names. */
  readonly near: readonly NearName[];
  /** The number of names for which near ones were looked for. */
  readonly sought: number;
  /** The names of records to make that the file has so far. */
  readonly spellings: Spellings;
}

/** A reference of the mapping. */
interface Asked {
  readonly name: string;
  readonly field: Field;
  readonly rule: ReferenceRule;
  readonly target: Resource;
}

/**
 * Finds the records that the rows refer to, one statement for each reference, and makes the missing ones if the mapping
 * says so. A row that is rejected anyway makes none.
 */
export async function resolveReferences(
  work: ImportWork,
  first: RequestContext,
  judged: readonly JudgedRow[],
): Promise<ResolvedRows> {
  const { fields } = familyOf(work);
  const nothing = { made: new Map(), makes: {}, near: [], sought: 0, spellings: {} };
  let resolved: ResolvedRows = { context: first, rows: judged, ...nothing };
  for (const [name, rule] of Object.entries(work.stored.mapping.references)) {
    const target = referredResource(familyOf(work), name);
    const field = fields[name];
    if (!target || !field) continue;
    resolved = await resolveOne(work, resolved, { name, field, rule, target });
  }
  return resolved;
}

async function resolveOne(
  work: ImportWork,
  { context, rows, made: before, ...told }: ResolvedRows,
  asked: Asked,
): Promise<ResolvedRows> {
  const { name, field, rule, target } = asked;
  // Another import of the account may be making records of the same names.
  if (rule.missing === 'create') await lockNames(work.transaction, work.one.accountId);
  const soughtIn = (some: readonly JudgedRow[]) =>
    soughtOnce(
      rule.by,
      some.flatMap((row) => soughtBy(row, asked)),
    );
  const found = await find(work, context.directory, asked, [...soughtIn(rows).keys()]);
  const sound = soughtIn(rows.filter(({ errors }) => errors.length === 0));
  const missing = [...sound].filter(([key]) => (found.get(key) ?? []).length === 0);
  const isMaking = rule.missing === 'create' && missing.length > 0;
  const near = isMaking ? await nearOnes(work, asked, missing) : { near: [], sought: 0, spellings: {} };
  const made: ReferredIds = isMaking
    ? await makeReferred(work, context, { target, by: rule.by, missing })
    : { context, ids: new Map(), errors: new Map() };
  const lookup = (one: ReferenceLookup): { ids: readonly string[]; errors: readonly RowError[] } => {
    const key = lookupKey(rule.by, one.value);
    const id = made.ids.get(key);
    return { ids: id === undefined ? (found.get(key) ?? []) : [id], errors: made.errors.get(key) ?? [] };
  };
  const { mapping } = work.stored;
  return {
    context: made.context,
    rows: await mapInTurns(rows, (row) => resolvedRow(row, asked, { lookup, mapping })),
    made: new Map([...before, [requestName(name, field), new Set(made.ids.values())]]),
    makes: { ...told.makes, [target.plural]: [...(told.makes[target.plural] ?? []), ...made.ids.keys()] },
    near: [...told.near, ...near.near],
    sought: told.sought + near.sought,
    spellings: { ...told.spellings, ...near.spellings },
  };
}

/** Each record once, as the first row spells it, with the parts of all rows. */
function soughtOnce(by: ReferenceRule['by'], all: readonly ReferenceLookup[]): Map<string, ReferenceLookup> {
  const sought = new Map<string, ReferenceLookup>();
  for (const one of all) {
    const key = lookupKey(by, one.value);
    const first = sought.get(key) ?? one;
    sought.set(key, { value: first.value, parts: { ...one.parts, ...first.parts } });
  }
  return sought;
}

const listOf = (sought: ReferenceLookup | readonly ReferenceLookup[] | null | undefined): readonly ReferenceLookup[] =>
  [sought ?? []].flat();

const soughtBy = ({ mapped }: JudgedRow, { name }: Asked): readonly ReferenceLookup[] =>
  listOf(mapped.references[name]);

/** The ids of the live records with these keys. */
async function find(
  { transaction, one }: ImportWork,
  directory: Directory,
  { rule: { by }, target }: Asked,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (keys.length === 0) return new Map();
  if (target.kept === 'table') return await findByValues(transaction, target, { accountId: one.accountId, by, keys });
  const found = new Map<string, string[]>();
  for (const entry of directory.entries(target.plural).values()) {
    const value = entry[by];
    if (entry.deleted_at !== null || typeof value !== 'string') continue;
    const key = lookupKey(by, value);
    found.set(key, [...(found.get(key) ?? []), entry.id]);
  }
  return new Map(
    keys.flatMap((key) => {
      const other = target.plural === 'users' && by === 'name' ? lookupKey(by, nameInOrder(key)) : key;
      const ids = found.get(key) ?? found.get(other);
      return ids ? [[key, ids] as const] : [];
    }),
  );
}

interface Lookups {
  readonly lookup: (one: ReferenceLookup) => { readonly ids: readonly string[]; readonly errors: readonly RowError[] };
  readonly mapping: Mapping;
}

function resolvedRow(row: JudgedRow, asked: Asked, { lookup, mapping }: Lookups): JudgedRow {
  const { name, field } = asked;
  const given = row.mapped.references[name];
  if (given === undefined) return row;
  const found = listOf(given).map((one) => foundOne(one, lookup(one), { asked, mapping }));
  const ids = found.flatMap((one) => one.id ?? []);
  const errors = [...row.errors, ...found.flatMap((one) => one.errors)];
  const warnings = [...row.warnings, ...found.flatMap((one) => one.warnings)];
  // A blank cell that clears the reference is null. A record that is missing leaves the reference as it is.
  if (given !== null && ids.length === 0) return { ...row, errors, warnings };
  const value = field.kind === 'references' ? ids : (ids[0] ?? null);
  return { ...row, fields: { ...row.fields, [requestName(name, field)]: value }, errors, warnings };
}

type Found = ReturnType<Lookups['lookup']>;

interface FoundOne {
  readonly id: string | null;
  readonly errors: readonly RowError[];
  readonly warnings: readonly RowError[];
}

/** The record that a row refers to, or the reasons for which there is none. */
function foundOne(
  one: ReferenceLookup,
  { ids, errors }: Found,
  { asked, mapping }: Pick<Lookups, 'mapping'> & { readonly asked: Asked },
): FoundOne {
  const { name, field, rule } = asked;
  const place = at(mapping, name, one);
  const none = { id: null, errors: [], warnings: [] };
  if (errors.length > 0) return { ...none, errors: errors.map((error) => ({ ...error, ...place })) };
  if (ids.length > 1) return { ...none, errors: [{ ...ambiguous(mapping, name, ids), value: place.value }] };
  const [id] = ids;
  if (id !== undefined) return { ...none, id };
  const error = unknown(mapping, asked, one);
  if (rule.missing === 'reject') return { ...none, errors: [error] };
  const lost = field.kind === 'references' ? 'it is left out' : 'the field is not filled';
  return { ...none, warnings: [{ ...error, message: `${error.message}, so ${lost}` }] };
}

const at = (mapping: Mapping, name: string, { value }: ReferenceLookup) => ({
  column: columnOf(mapping, name),
  field: name,
  value: begun(value),
});

const unknown = (mapping: Mapping, { name, rule, target }: Asked, one: ReferenceLookup): RowError => ({
  ...at(mapping, name, one),
  code: 'not_found',
  message: `names no ${target.singular.replaceAll('_', ' ')} by its ${rule.by.replaceAll('_', ' ')}`,
});
