import { addressParts, type Field, reference } from '../../resources/fields.ts';
import { tieOf } from '../../resources/includes.ts';
import { idFields, listedFields, requestName, type Resource, valuesAside } from '../../resources/resource.ts';
import { type ExportCell, joined, neutral } from './cells.ts';

/** A record as the list answers it. */
export type ExportedRecord = Readonly<Record<string, unknown>>;

/** A column of a table. */
export interface ExportColumn {
  readonly name: string;
  /** `date`: its texts are days. `amount` and `ratio`: its texts are numbers. */
  readonly kind: 'text' | 'date' | 'percent' | 'plain' | 'amount' | 'ratio';
  readonly cell: (record: ExportedRecord) => ExportCell;
}

/** The keys and includes of the exported records, and the custom fields of the account. */
export interface ExportScope {
  /** The keys; all keys of the record by default. */
  readonly keys?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
  readonly customFields: readonly CustomColumn[];
}

/** A custom field of the account. */
export interface CustomColumn {
  readonly apiName: string;
  /** Its name for people. */
  readonly name: string;
  readonly type: string;
}

/** The names in `include` that add a list of records, which a table has no place for. */
export const listsAmong = (resource: Resource, include: readonly string[] = []): string[] =>
  include.filter((name) => {
    const inclusion = resource.includes?.[name];
    return inclusion !== undefined && !tieOf(resource, inclusion)?.single;
  });

/** A key of the exported records, and its field; null for keys that are no fields, such as `id` and `company_id`. */
export type ExportedKey = readonly [name: string, field: Field | null];

/** The keys of the exported records, each once, in the order of the record's keys. */
export function exportedKeys(resource: Resource, { keys, include = [] }: ExportScope): readonly ExportedKey[] {
  const found: readonly ExportedKey[] = [
    ...['id', 'created_at', 'updated_at'].map((name): ExportedKey => [name, null]),
    ...listedFields(resource),
    ...(keys ? valuesAside(resource) : []),
    ...(keys ? idFields(resource) : []).map(([name, field]): ExportedKey => [requestName(name, field), null]),
  ];
  const asked = found.filter(([name]) => keys?.includes(name) ?? true);
  return [...new Map([...asked, ...include.map((name): ExportedKey => [name, includedField(resource, name)])])];
}

/** The field of an included value or record. */
const includedField = ({ fields, includes, plural }: Resource, name: string): Field | null =>
  includes?.[name] ? reference(plural) : (fields[name] ?? null);

/** The columns of a resource's table under their names in the API. */
export function exportColumns(resource: Resource, scope: ExportScope): ExportColumn[] {
  const columns = exportedKeys(resource, scope).flatMap(([name, field]) =>
    field ? columnsOf(name, field, scope.customFields) : [valueColumn(name, 'plain')],
  );
  const names = new Set<string>();
  return columns.filter(({ name }) => !names.has(name) && names.add(name));
}

function columnsOf(name: string, field: Field, customFields: readonly CustomColumn[]): ExportColumn[] {
  switch (field.kind) {
    case 'reference':
      return referenceColumns(name);
    case 'references':
      return [
        textColumn(field.requestName, (record) => listAt(record, name).map(idOf)),
        textColumn(name, (record) => listAt(record, name).map(nameIn)),
      ];
    case 'parts':
      return [textColumn(name, (record) => listAt(record, name).map((part) => objectOf(part)[field.key]))];
    case 'address':
      return addressParts.map((part) => textColumn(`${name}.${part}`, (record) => objectOf(record[name])[part]));
    case 'custom_fields':
      return customFields.map(({ apiName, type }) => ({
        ...textColumn(`${name}.${apiName}`, (record) => objectOf(record[name])[apiName]),
        ...(type === 'date' ? { kind: 'date' as const } : {}),
      }));
    case 'date':
      return [valueColumn(name, 'date')];
    default:
      return [valueColumn(name, 'text')];
  }
}

const referenceColumns = (name: string): ExportColumn[] => [
  textColumn(`${name}_id`, (record) => objectOf(record[name])['id']),
  textColumn(name, (record) => nameAt(record, name)),
];

const valueColumn = (name: string, kind: ExportColumn['kind']): ExportColumn => ({
  ...textColumn(name, (record) => record[name]),
  kind,
});

/** A column of texts and other values that a cell holds as they are. */
export const textColumn = (name: string, read: (record: ExportedRecord) => unknown): ExportColumn => ({
  name,
  kind: 'text',
  cell: (record) => cellOf(read(record)),
});

/** The cell of a value of a record. */
function cellOf(value: unknown): ExportCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return neutral(value);
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value.length === 0 ? null : neutral(joined(value.map(String)));
}

/** The name of the record that a record embeds under a key; null without one. */
export const nameAt = (record: ExportedRecord, name: string): string | null =>
  isObject(record[name]) ? nameIn(record[name]) : null;

/** The name by which people know an embedded record. */
export function nameIn(embedded: unknown): string {
  const record = objectOf(embedded);
  const names = ['name', 'title', 'email', 'recorded_at', 'id'].map((key) => record[key]);
  return names.find((name) => typeof name === 'string') ?? '';
}

const idOf = (embedded: unknown): string => String(objectOf(embedded)['id']);

/** The list that a record has under a key. */
export const listAt = (record: ExportedRecord, name: string): readonly unknown[] => {
  const value = record[name];
  return Array.isArray(value) ? value : [];
};

const isObject = (value: unknown): value is ExportedRecord => typeof value === 'object' && value !== null;

/** A value as an object; an empty one if it is none. */
export const objectOf = (value: unknown): ExportedRecord => (isObject(value) ? value : {});
