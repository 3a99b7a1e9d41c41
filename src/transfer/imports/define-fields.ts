import { changeWithin } from '../../records/changing/change.ts';
import type { RequestContext } from '../../records/request-context.ts';
import { resourceOf } from '../../resources/index.ts';
import { insertMade } from '../../store/imports/made-records.ts';
import { readDirectory } from '../../store/rows/directories.ts';
import { familyOf, type ImportWork } from './import-work.ts';

/** The custom fields of the mapping that the account lacks, by their API names. */
export function missingFields(work: ImportWork) {
  const known = new Set(work.directory.customFields(familyOf(work).singular).map(({ apiName }) => apiName));
  return Object.entries(work.stored.mapping.custom_fields).filter(([apiName]) => !known.has(apiName));
}

/** Defines the custom fields of the mapping that the account lacks. @returns the context that knows them. */
export async function defineFields(work: ImportWork, context: RequestContext): Promise<RequestContext> {
  const { transaction, one } = work;
  const { singular: model } = familyOf(work);
  const missing = missingFields(work);
  if (missing.length === 0) return context;
  const records = await changeWithin(transaction, context, {
    resource: resourceOf('custom_fields'),
    action: 'create',
    items: missing.map(([apiName, { name, field_type, options = [] }]) => ({
      pointer: `/import/mapping/custom_fields/${apiName}`,
      id: null,
      problems: [],
      input: { model, name, api_name: apiName, field_type, options },
    })),
  });
  const made = records.map(({ id, version }) => ({ resource: 'custom_fields', record_id: id, version }));
  await insertMade(transaction, one, made);
  return { ...context, directory: await readDirectory(transaction, one.accountId, context.directory) };
}
