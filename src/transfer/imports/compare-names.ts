import { noRowCounts } from '../../resources/transfer/imports.ts';
import { resourceOf } from '../../resources/index.ts';
import { nextRows, type StagedRow } from '../../store/imports/rows-to-apply.ts';
import { type StoredImport, updateImport } from '../../store/imports/imports.ts';
import { lookupKey } from '../../store/imports/reference-lookups.ts';
import { type NamesOfRecord, namesOfRecords } from '../../store/imports/stored-names.ts';
import { mapInTurns } from '../../records/turns.ts';
import { compileMapping } from '../mapping/compile-mapping.ts';
import type { MappedRow, Mapping } from '../mapping/mapping.ts';
import { foldName } from '../mapping/reading-text/folding.ts';
import { nameFields } from '../mapping/row-name.ts';
import { applyRows } from './apply-rows.ts';
import type { ImportProgress, Next } from './import-progress.ts';
import { familyOf, type ImportWork, isCheck } from './import-work.ts';
import { mappingScope } from './mapping-scope.ts';
import { summaryOf } from './rows/summary.ts';

/** The number of rows that one step compares. */
const rowsAtOnce = 500;

/** The records that the rows find by their key, and those of them that get another name. */
type NameCounts = NonNullable<ImportProgress['names']>;

/** A record that one of so many gets another name needs no confirmation. */
const oneOf = 10;

/**
 * Compares the names of the rows with those of the records that have their keys, before anything is written. If more than
 * a tenth of the records would get another name, the numbers may have begun anew: the run becomes a check unless
 * somebody has confirmed it.
 */
export async function compareNames(work: ImportWork, progress?: ImportProgress): Promise<Next> {
  const { transaction, stored, one } = work;
  const columns = comparedFields(stored);
  if (columns.length === 0) return await applyRows(work, { after: 0 });
  const { after = '0', names: before = { found: 0, renamed: 0 } } = progress ?? {};
  const rows = await nextRows(transaction, one, { after: Number(after), most: rowsAtOnce, pass: stored.pass });
  const last = rows.at(-1);
  const names = last ? sum(before, await countsOf(work, rows, columns)) : before;
  if (last && last.number < (stored.total ?? 0)) return { phase: 'names', after: String(last.number), names };
  return await judgeNames(work, names);
}

/** The fields of names that the mapping fills, unless they are the key themselves. */
function comparedFields({ mapping, family }: StoredImport): readonly string[] {
  const { upsert_by: upsertBy, columns } = mapping;
  if (upsertBy.length === 0 || upsertBy.some((name) => nameFields.includes(name))) return [];
  const { fields } = resourceOf(family);
  return nameFields.filter((name) => name in fields && columns.some(({ to }) => to === name));
}

const sum = (one: NameCounts, other: NameCounts): NameCounts => ({
  found: one.found + other.found,
  renamed: one.renamed + other.renamed,
});

/** A row that looks for a record by its key. A row with an id means that record, whatever it is called. */
interface KeyedRow {
  readonly fields: MappedRow['fields'];
  readonly id: string | null;
  readonly externalKey: string | null;
}

async function countsOf(
  { transaction, stored, one, directory }: ImportWork,
  rows: readonly StagedRow[],
  columns: readonly string[],
): Promise<NameCounts> {
  const { mapping, family } = stored;
  const map = compileMapping(mapping, mappingScope(directory, family, stored.columns));
  const comparable = rows.filter(({ superseded_by: by, fault, ambiguous }) => by === null && !fault && !ambiguous);
  const keyed = (await mapInTurns(comparable, (row) => keyedRow(mapping, row, map(row.cells)))).flat();
  const ids = keyed.flatMap(({ id }) => id ?? []);
  const externalKeys = keyed.flatMap(({ externalKey }) => externalKey ?? []);
  if (ids.length + externalKeys.length === 0) return { found: 0, renamed: 0 };
  const records = await namesOfRecords(transaction, familyOf({ stored }), one.accountId, {
    ids,
    externalKeys,
    columns,
  });
  const known = new Map(
    records.flatMap((record) => [[record.id, record] as const, [`#${record.external_key}`, record] as const]),
  );
  const pairs = keyed.flatMap(({ fields, id, externalKey }) => {
    const record = known.get(id ?? `#${externalKey}`);
    return record ? [isRenamed(record, fields)] : [];
  });
  return { found: pairs.length, renamed: pairs.filter(Boolean).length };
}

function keyedRow({ upsert_by: upsertBy }: Mapping, { target_id: id }: StagedRow, mapped: MappedRow): KeyedRow[] {
  if (mapped.id !== null) return [];
  const { external_id: externalId } = mapped.fields;
  const isByExternalId = upsertBy.length === 1 && upsertBy[0] === 'external_id' && typeof externalId === 'string';
  const externalKey = isByExternalId ? lookupKey('external_id', externalId) : null;
  return id === null && externalKey === null ? [] : [{ fields: mapped.fields, id, externalKey }];
}

/** Whether a row gives another text to a name, without regard to case, accents and spaces. */
const isRenamed = ({ names }: NamesOfRecord, fields: MappedRow['fields']): boolean =>
  Object.entries(names).some(([column, before]) => {
    const after = fields[column];
    return typeof after === 'string' && after !== '' && before !== null && plain(before) !== plain(after);
  });

const plain = (name: string): string => foldName(name).replaceAll(' ', '');

/** Goes on, or stops because of the names. */
async function judgeNames(work: ImportWork, { found, renamed }: NameCounts): Promise<Next> {
  const { transaction, job, stored, one, now } = work;
  const next: Next = { phase: 'apply', after: '0' };
  if (renamed * oneOf <= found || (job.input.confirm ?? []).includes('other_names')) return next;
  const problem = problemOf(stored, found, renamed);
  const stop = { problem, summary: { ...summaryOf(stored), confirm: ['other_names'] as const } };
  await updateImport(transaction, one, isCheck(work) ? stop : { ...stop, ...becomesCheck }, now);
  return next;
}

/** A run that stops goes on as a check, so that its end shows what would become of the rows. */
const becomesCheck = {
  status: 'checking',
  counts: null,
  dry_run: noRowCounts,
  started_at: null,
} as const;

function problemOf({ mapping }: StoredImport, found: number, renamed: number): string {
  const key = mapping.upsert_by.map((name) => name.replaceAll(/[._]/g, ' ')).join(' and ');
  const records = found === 1 ? 'The record' : `${renamed} of the ${found} records`;
  return (
    `${records} that the rows find by their ${key} would get ${renamed === 1 ? 'another name' : 'other names'}, as if ` +
    'the numbers had begun anew. To import them anyway, send {"confirm": ["other_names"]} with the run. Otherwise ' +
    'change "upsert_by" of the mapping.'
  );
}
