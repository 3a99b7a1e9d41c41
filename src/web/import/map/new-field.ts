import type { NewCustomField } from '../../../resources/transfer/mapping.ts';
import type { ColumnType } from '../../../resources/transfer/imports.ts';
import type { FileColumn } from '../import.ts';

const types: Readonly<Partial<Record<ColumnType, string>>> = { number: 'number', date: 'date', boolean: 'boolean' };

/** A field of the firm for a column that no field fits. */
export function newField({ name, type }: FileColumn): { readonly apiName: string; readonly field: NewCustomField } {
  const words = name
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const apiName = /^[a-z]/.test(words) ? words : `field_${words}`;
  return { apiName: apiName.slice(0, 60), field: { name: name.slice(0, 255), field_type: types[type] ?? 'text' } };
}
