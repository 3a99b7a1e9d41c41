import type { ImportedFamily } from '../../resources/transfer/imports.ts';
import { resourceOf } from '../../resources/index.ts';
import type { Row } from '../../resources/resource.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type { ListEntry, ProposedColumn } from '../mapping/scope.ts';
import type { MappableCustomField } from '../../resources/transfer/targets.ts';

/** The columns of an import, with the custom fields, time zone and lists of the account. */
export type ImportMappingScope = ReturnType<typeof mappingScope>;

/** The scope of an import's mapping. */
export const mappingScope = (directory: Directory, family: ImportedFamily, columns: readonly ProposedColumn[]) => ({
  family,
  columns,
  customFields: definedFields(directory, family),
  timeZone: directory.timeZone,
  currency: directory.account.currency,
  entriesOf: (plural: string) => liveEntries(directory, plural),
});

/** The entries of a small family. Records of a large one are found row by row. */
function liveEntries(directory: Directory, plural: string): ListEntry[] {
  if (resourceOf(plural).kept !== 'directory') return [];
  return [...directory.entries(plural).values()]
    .filter((entry) => entry.deleted_at === null)
    .map((entry) => ({ id: entry.id, ...textsOf(entry) }));
}

const textsOf = (entry: Row) => ({
  name: textOf(entry['name']),
  key: textOf(entry['key']),
  email: textOf(entry['email']),
});

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The custom fields that the account defines for a family. */
function definedFields(directory: Directory, family: ImportedFamily): MappableCustomField[] {
  const definitions = directory.entries('custom_fields');
  return directory.customFields(resourceOf(family).singular).flatMap(({ id }) => {
    const field = definitions.get(id);
    if (!field) return [];
    const { api_name, name, field_type, options, required } = field;
    return [{ api_name, name, field_type, options, required }];
  });
}
