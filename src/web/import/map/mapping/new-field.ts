import type { NewCustomField } from '../../../../resources/transfer/mapping.ts';
import type { ColumnType, FileColumn } from '../../../../resources/transfer/imports.ts';
import { labelOfMade, type ColumnTargets } from './targets.ts';

const types: Readonly<Partial<Record<ColumnType, string>>> = { number: 'number', date: 'date', boolean: 'boolean' };

interface Made {
  readonly apiName: string;
  readonly field: NewCustomField;
}

/** A field of the firm for a column that no field fits. Its API name is that of no field with another name. */
export function newField({ name, type }: FileColumn, targets: ColumnTargets): Made {
  const field = { name: name.slice(0, 255), field_type: types[type] ?? 'text' };
  const own = [field.name, labelOfMade(field)];
  const isOfAnother = (apiName: string): boolean => {
    const taken = targets.get(`custom_fields.${apiName}`);
    return taken !== undefined && !own.includes(taken.label);
  };
  const words = wordsOf(name);
  let apiName = words;
  for (let number = 2; isOfAnother(apiName); number += 1) apiName = `${words}_${number}`;
  return { apiName, field };
}

function wordsOf(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_+/, '');
  return (/^[a-z]/.test(words) ? words : `field_${words}`).slice(0, 50).replace(/_$/, '');
}
