import { noteTargets } from '../../store/imports/import-rows.ts';
import { nextRecords } from '../../store/imports/reference-lookups.ts';
import { readDirectory } from '../../store/rows/directories.ts';
import { keyOf } from '../mapping/folding.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { Next } from './import-progress.ts';
import { familyOf, type ImportWork } from './import-work.ts';
import { digestOf } from './stage-rows.ts';

/** The number of records that one step compares. */
const recordsAtOnce = 1000;

/** Fields by which a bulk request finds records itself, without a pass over all of them. */
const found = new Set(['external_id', 'id']);

/**
 * Notes for the rows which records have the fields by which they name them. It walks over all records of the family in
 * the order of their ids, so that its cost does not grow with the number of rows.
 */
export async function matchRecords(work: ImportWork, after: string): Promise<Next> {
  const { transaction, stored, one } = work;
  const { upsert_by: upsertBy } = stored.mapping as Mapping;
  const apply = { phase: 'apply', after: '0' } as const;
  if (upsertBy.length === 0 || (upsertBy.length === 1 && found.has(upsertBy[0] ?? ''))) return apply;
  const family = familyOf(work);
  const records = await nextRecords(transaction, family, { accountId: one.accountId, after, most: recordsAtOnce });
  const last = records.at(-1);
  if (!last) return apply;
  const directory = await readDirectory(transaction, one.accountId);
  const fieldIds = new Map(directory.customFields(family.singular).map(({ apiName, id }) => [apiName, id]));
  const keyed = records.flatMap(({ id, row }) => {
    const key = digestOf(keyOf(upsertBy.map((name) => valueOf(row, name, fieldIds))));
    return key === null ? [] : [{ key, id }];
  });
  await noteTargets(transaction, one, keyed);
  return { phase: 'match', after: last.id };
}

type Row = Readonly<Record<string, unknown>>;

/** The value of a record in a field as a mapping names it: `name`, `address.city`, `custom_fields.x`, `company`. */
function valueOf(row: Row, name: string, fieldIds: ReadonlyMap<string, string>): unknown {
  const [field = '', part] = name.split('.');
  if (field !== 'custom_fields') return row[part === undefined ? field : `${field}_${part}`] ?? row[`${field}_id`];
  const custom = row['custom_fields'] as Row | null;
  return custom?.[fieldIds.get(part ?? '') ?? ''];
}
