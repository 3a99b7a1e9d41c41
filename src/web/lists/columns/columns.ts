import type { Field, FieldKind } from '../../../resources/fields.ts';
import { text, texts } from '../../../resources/fields.ts';
import { isSortable, listFieldsOf } from '../../../resources/list-fields.ts';
import { idFields, listedFields, requestName, type Resource } from '../../../resources/resource.ts';
import type { Directory } from '../../data/directory.ts';
import { customFieldsOf, pageField, type PageField } from '../../fields/page-field.ts';
import type { Search } from '../address.ts';
import { defaultColumns } from './default-columns.ts';

/** A column of a list. */
export interface Column extends PageField {
  /** The name by which the list can be sorted; null if the service cannot sort by the column. */
  readonly sort: string | null;
  readonly isNumber: boolean;
  /** In pixels. */
  readonly width: number;
}

/** The keys of the columns that an address names, in order; those of the resource without any. */
export function columnKeys({ plural }: Resource, { fields }: Search): readonly string[] {
  const named = (fields ?? '').split(',').map((key) => key.trim());
  const keys = [...new Set(named)].filter((key) => key !== '' && key !== 'id');
  return keys.length > 0 ? keys : (defaultColumns[plural] ?? ['id']);
}

/** The keys that can be columns of a list: those of its records. */
export const choosableKeys = (resource: Resource): readonly string[] => [
  ...listedFields(resource).map(([name]) => name),
  ...['created_at', 'updated_at'],
];

/** The columns of keys. `custom_fields` stands for a column for each custom field. Unknown keys have none. */
export function columnsOf(resource: Resource, keys: readonly string[], directory: Directory): readonly Column[] {
  const shapes = keys.flatMap((key) => {
    if (key === 'custom_fields') return customFieldsOf(resource, directory);
    const field = fieldOf(resource, key);
    return field === null ? [] : [pageField(key, field, resource)];
  });
  return shapes.map((shape) => columnOf(resource, shape));
}

function columnOf(resource: Resource, shape: PageField): Column {
  const { name, path, field } = shape;
  const sort = listFieldsOf(resource).get(path);
  return {
    ...shape,
    sort: sort && isSortable(sort) ? sort.name : null,
    isNumber: isNumeric(field),
    width: name === 'name' ? nameWidth : (widths[field.kind] ?? plainWidth),
  };
}

/** The field of a key; null if records have no such key. An id is shown as it is and cannot be changed. */
function fieldOf(resource: Resource, key: string): Field | null {
  if (key === 'id') return text({ readOnly: true });
  const listed = listedFields(resource).find(([name]) => name === key);
  if (listed) return listed[1];
  const time = key === 'created_at' || key === 'updated_at' ? listFieldsOf(resource).get(key)?.field : undefined;
  if (time) return { ...time, readOnly: true };
  const ids = idFields(resource).find(([name, field]) => requestName(name, field) === key);
  if (ids === undefined) return null;
  return ids[1].kind === 'references' ? texts({ readOnly: true }) : text({ readOnly: true });
}

export const isNumeric = ({ kind }: Field): boolean => numbers.has(kind);

const numbers: ReadonlySet<FieldKind> = new Set<FieldKind>(['count', 'cents', 'amount', 'fraction']);

const nameWidth = 280;
const plainWidth = 180;

const widths: Readonly<Partial<Record<FieldKind, number>>> = {
  long_text: 280,
  count: 110,
  fraction: 110,
  amount: 130,
  cents: 130,
  date: 150,
  date_time: 230,
  boolean: 90,
  choice: 150,
  references: 220,
  address: 300,
  url: 220,
  email: 220,
};
