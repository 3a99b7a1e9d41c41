import { requestName, type Resource } from '../../resources/resource.ts';
import { noteTargets } from '../../store/imports/row-targets.ts';
import { nextRecords, type StoredRecord, valuesOfRecords } from '../../store/imports/reference-lookups.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { recordKeyOf, type RecordValues } from '../mapping/record-key.ts';
import type { Next } from './import-progress.ts';
import { familyOf, type ImportWork } from './import-work.ts';
import { mappingScope } from './mapping-scope.ts';
import { referredResource } from './references/reference-targets.ts';
import { compareNames } from './compare-names.ts';
import { digestOf } from './rows/row-digest.ts';

/** The number of records that one step compares. */
const recordsAtOnce = 1000;

/** Fields by which a bulk request finds records itself, without a pass over all of them. */
const found = new Set(['external_id', 'id']);

/**
 * Notes for the rows which records have the fields by which they name them. It walks over all records of the family in
 * the order of their ids, so that its cost does not grow with the number of rows.
 */
export async function matchRecords(work: ImportWork, after: string): Promise<Next> {
  const { transaction, stored, one, directory } = work;
  const { mapping } = stored;
  const { upsert_by: upsertBy } = mapping;
  if (upsertBy.length === 0 || (upsertBy.length === 1 && found.has(upsertBy[0] ?? ''))) return await compareNames(work);
  const family = familyOf(work);
  const records = await nextRecords(transaction, family, { accountId: one.accountId, after, most: recordsAtOnce });
  const last = records.at(-1);
  if (!last) return await compareNames(work);
  const named = await namesOf(work, directory, records);
  const keyOf = recordKeyOf(mapping, mappingScope(directory, stored.family, []));
  const keyed = records.flatMap((record) => {
    const key = digestOf(keyOf(valuesOf(family, directory, record, named)));
    return key === null ? [] : [{ key, id: record.id }];
  });
  await noteTargets(transaction, one, stored.pass, keyed);
  return { phase: 'match', after: last.id };
}

/** The text that names each referred record, by the reference and the id of the record. */
type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Reads the names of the records that these records refer to, if rows name records by them. */
async function namesOf(work: ImportWork, directory: Directory, records: readonly StoredRecord[]): Promise<Names> {
  const { transaction, stored, one } = work;
  const { upsert_by: upsertBy, references } = stored.mapping;
  const family = familyOf(work);
  const named = new Map<string, ReadonlyMap<string, string>>();
  for (const name of new Set(upsertBy.map((to) => to.split('.')[0] ?? ''))) {
    const target = referredResource(family, name);
    if (!target) continue;
    const { by } = references[name] ?? { by: 'name' };
    const ids = records.flatMap(({ row }) => (row[`${name}_id`] === null ? [] : [String(row[`${name}_id`])]));
    const entries = target.kept === 'directory' ? directory.entries(target.plural) : null;
    const values = entries
      ? new Map(ids.map((id) => [id, textOf(entries.get(id)?.[by])]))
      : await valuesOfRecords(transaction, target, { accountId: one.accountId, by, ids });
    named.set(name, values);
  }
  return named;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The fields of a record in the form of a row. */
function valuesOf(family: Resource, directory: Directory, { id, row }: StoredRecord, named: Names): RecordValues {
  const custom = (row['custom_fields'] ?? {}) as Readonly<Record<string, unknown>>;
  const customFields = directory
    .customFields(family.singular)
    .map((field) => [field.apiName, custom[field.id]] as const);
  const address = Object.entries(row).flatMap(([name, value]) =>
    name.startsWith('address_') ? [[name.slice('address_'.length), value] as const] : [],
  );
  const fields = Object.entries(family.fields).map(([name, field]) => {
    const key = requestName(name, field);
    return [key, row[key]] as const;
  });
  return {
    id,
    fields: {
      ...Object.fromEntries(fields),
      address: Object.fromEntries(address),
      custom_fields: Object.fromEntries(customFields),
    },
    references: new Map(
      [...named].map(([name, values]) => {
        const value = values.get(String(row[`${name}_id`])) ?? '';
        return [name, { value, parts: {} }] as const;
      }),
    ),
  };
}
