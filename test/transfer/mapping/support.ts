import type { ImportedFamily, FileColumn } from '../../../src/resources/transfer/imports.ts';
import type { Mapping, MappedColumn } from '../../../src/resources/transfer/mapping.ts';
import { compileMapping } from '../../../src/transfer/mapping/compile-mapping.ts';
import { judgeMapping } from '../../../src/transfer/mapping/judge-mapping.ts';
import type { MappedRow } from '../../../src/transfer/mapping/mapping.ts';
import type { EntriesOf, ListEntry } from '../../../src/transfer/mapping/scope.ts';
import type { MappableCustomField } from '../../../src/resources/transfer/targets.ts';

/** A mapping with these parts; the others are empty. */
const mappingOf = (parts: Partial<Mapping>): Mapping => ({
  upsert_by: [],
  columns: [],
  constants: {},
  references: {},
  custom_fields: {},
  ...parts,
});

export const column = (name: string, samples: readonly string[] = []): FileColumn => ({ name, samples, type: 'text' });

export const customField = (
  apiName: string,
  fieldType: string,
  options: readonly string[] = [],
): MappableCustomField => ({
  api_name: apiName,
  name: apiName,
  field_type: fieldType,
  options,
});

interface Given {
  readonly family?: ImportedFamily;
  readonly customFields?: readonly MappableCustomField[];
  readonly timeZone?: string;
  readonly entriesOf?: EntriesOf;
}

/** The row that a mapping makes of cells by column name. */
export function rowOf(parts: Partial<Mapping>, cells: Readonly<Record<string, unknown>>, given: Given = {}): MappedRow {
  const { family = 'projects', customFields = [], timeZone = 'America/Chicago', entriesOf } = given;
  const columns = Object.keys(cells).map((name) => ({ name }));
  const scope = { family, customFields, columns, timeZone, ...(entriesOf ? { entriesOf } : {}) };
  return compileMapping(mappingOf(parts), scope)(Object.values(cells));
}

/** The row of one column `A` that fills one target. */
export const filled = (
  to: string,
  cell: unknown,
  { transform, ...given }: Given & { readonly transform?: MappedColumn['transform'] } = {},
): MappedRow => rowOf({ columns: [{ from: ['A'], to, ...(transform ? { transform } : {}) }] }, { A: cell }, given);

/** The pointers and codes of a mapping's mistakes. */
export function mistakes(
  mapping: unknown,
  {
    family = 'projects',
    columns = [],
    customFields = [],
  }: { family?: ImportedFamily; columns?: readonly string[]; customFields?: readonly MappableCustomField[] } = {},
): readonly { readonly pointer?: string; readonly code: string; readonly message: string }[] {
  const names = columns.map((name) => ({ name }));
  return judgeMapping(mapping, { family, columns: names, customFields, pointer: '/import/mapping' }).problems;
}

/** Lists with these names, by plural. */
export const entriesWith =
  (names: Readonly<Record<string, readonly string[]>>): EntriesOf =>
  (plural) =>
    (names[plural] ?? []).map(
      (name, index): ListEntry => ({
        id: String(index + 1),
        name,
        key: name.toLowerCase().replaceAll(' ', '_'),
        email: plural === 'users' ? `${name.toLowerCase().replaceAll(' ', '.')}@example.com` : null,
      }),
    );
