import { addressParts, type Field } from '../../resources/fields.ts';
import { tieOf } from '../../resources/includes.ts';
import { idFields, listedFields, requestName, type Resource } from '../../resources/resource.ts';
import { type ExportCell, joined, neutral } from './cells.ts';

/** A record as the list answers it. */
export type ExportedRecord = Readonly<Record<string, unknown>>;

/** A column of a table. */
export interface ExportColumn {
  readonly name: string;
  /** `date`: its texts are days. */
  readonly kind: 'text' | 'date' | 'plain';
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
  readonly type: string;
}

/** The names in `include` that add a list of records, which a table has no place for. */
export const listsAmong = (resource: Resource, include: readonly string[] = []): string[] =>
  include.filter((name) => {
    const inclusion = resource.includes?.[name];
    return inclusion !== undefined && !tieOf(resource, inclusion)?.single;
  });

/** The columns of a resource's table, in the order of the record's keys. */
export function exportColumns(resource: Resource, { keys, include = [], customFields }: ExportScope): ExportColumn[] {
  const isAsked = (name: string): boolean => keys?.includes(name) ?? true;
  const columns = [
    ...['id', 'created_at', 'updated_at'].filter(isAsked).map((name) => valueColumn(name, 'plain')),
    ...listedFields(resource)
      .filter(([name]) => isAsked(name))
      .flatMap(([name, field]) => columnsOf(name, field, customFields)),
    ...(keys ? idFields(resource) : [])
      .map(([name, field]) => requestName(name, field))
      .filter(isAsked)
      .map((name) => idColumn(name)),
    ...include.flatMap((name) => includedColumns(resource, name)),
  ];
  const names = new Set<string>();
  return columns.filter(({ name }) => !names.has(name) && names.add(name));
}

function includedColumns(resource: Resource, name: string): ExportColumn[] {
  if (resource.includes?.[name]) return referenceColumns(name);
  const field = resource.fields[name];
  return field ? columnsOf(name, field, []) : [valueColumn(name, 'plain')];
}

function columnsOf(name: string, field: Field, customFields: readonly CustomColumn[]): ExportColumn[] {
  switch (field.kind) {
    case 'reference':
      return referenceColumns(name);
    case 'references':
      return [
        listColumn(field.requestName, (record) => listAt(record, name).map(idOf)),
        listColumn(name, (record) => listAt(record, name).map(labelOf)),
      ];
    case 'parts':
      return [listColumn(name, (record) => listAt(record, name).map((part) => String(objectOf(part)[field.key])))];
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
  textColumn(name, (record) => (isObject(record[name]) ? labelOf(record[name]) : null)),
];

const valueColumn = (name: string, kind: ExportColumn['kind']): ExportColumn => ({
  ...textColumn(name, (record) => record[name]),
  kind,
});

const idColumn = (name: string): ExportColumn => textColumn(name, (record) => record[name]);

const listColumn = (name: string, items: (record: ExportedRecord) => readonly string[]): ExportColumn =>
  textColumn(name, items);

const textColumn = (name: string, read: (record: ExportedRecord) => unknown): ExportColumn => ({
  name,
  kind: 'text',
  cell: (record) => cellOf(read(record)),
});

function cellOf(value: unknown): ExportCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return neutral(value);
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value.length === 0 ? null : neutral(joined(value.map(String)));
}

/** The name by which people know an embedded record. */
function labelOf(embedded: unknown): string {
  const record = objectOf(embedded);
  const labels = ['name', 'title', 'email', 'recorded_at', 'id'].map((key) => record[key]);
  return labels.find((label) => typeof label === 'string') ?? '';
}

const idOf = (embedded: unknown): string => String(objectOf(embedded)['id']);

const listAt = (record: ExportedRecord, name: string): readonly unknown[] => {
  const value = record[name];
  return Array.isArray(value) ? value : [];
};

const isObject = (value: unknown): value is ExportedRecord => typeof value === 'object' && value !== null;

const objectOf = (value: unknown): ExportedRecord => (isObject(value) ? value : {});
