import type { Field, FieldKind } from '../../../resources/fields.ts';
import { text, texts } from '../../../resources/fields.ts';
import { includableNames } from '../../../resources/includes.ts';
import { listFieldsOf } from '../../../resources/list-fields.ts';
import { idFields, requestName, type Resource, selectableKeys } from '../../../resources/resource.ts';
import type { FirmDirectory } from '../../data/directory.ts';
import { customFieldsOf, pageField, type PageField, shownFields } from '../../fields/page-field.ts';
import { withTime } from '../../fields/timed-date.ts';
import type { Search } from '../../queries/address.ts';

/** A column of a list. */
export interface ListColumn extends PageField {
  /** The name by which the list can be sorted; null if the service cannot sort by the column. */
  readonly sort: string | null;
  readonly isNumber: boolean;
  /** The least, in pixels. */
  readonly width: number;
  /** Whether the column takes a share of the room that the columns leave on a wide screen: its texts may be long. */
  readonly grows: boolean;
}

/**
 * The keys of the columns that an address names, in order; those of the resource without any. Records that answers leave
 * out stand in `include`, and come last. So do values of an address that names them there.
 */
export function columnKeys(resource: Resource, { fields, include }: Search): readonly string[] {
  const keys = [...new Set(namesIn(fields))].filter((key) => key !== 'id');
  const listed = keys.length > 0 ? keys : (defaultColumns[resource.plural] ?? ['id']);
  return [...new Set([...listed, ...namesIn(include).filter((name) => isUnlisted(resource, name))])];
}

/** The columns of a list whose address names none, by plural. */
const defaultColumns: Readonly<Record<string, readonly string[]>> = {
  projects: [
    ...['name', 'company', 'project_stage', 'amount', 'bid_due_date', 'assigned_to'],
    ...['probability', 'project_number', 'market_sector'],
  ],
  companies: [
    ...['name', 'open_projects', 'won_projects', 'last_contact_at', 'category', 'phone', 'industries', 'address'],
    ...['website'],
  ],
  contacts: ['name', 'job_title', 'company', 'email', 'mobile_phone', 'office_phone', 'assigned_to'],
  calls: ['recorded_at', 'call_outcome', 'company', 'contact', 'project', 'notes', 'created_by'],
  notes: ['happened_at', 'kind', 'text', 'project', 'company', 'contacts', 'created_by'],
};

/** The part of an address that names columns. */
export function columnsInAddress(
  resource: Resource,
  keys: readonly string[],
  { include }: Search,
): Record<'fields' | 'include', string | undefined> {
  const listed = keys.filter((key) => !isAside(resource, key));
  const others = namesIn(include).filter((name) => !isUnlisted(resource, name));
  const included = [...others, ...keys.filter((key) => isAside(resource, key))];
  return {
    fields: listed.join() === columnKeys(resource, {}).join() ? undefined : listed.join(),
    include: included.length > 0 ? included.join() : undefined,
  };
}

/** Whether the lists of the resource have the field only if a query asks for it. */
const isUnlisted = (resource: Resource, name: string): boolean =>
  resource.fields[name]?.unlisted === true && includableNames(resource).includes(name);

/** Whether the lists of the resource have the field only if a query includes it: a record that `fields` cannot name. */
export const isAside = (resource: Resource, name: string): boolean =>
  isUnlisted(resource, name) && !selectableKeys(resource).includes(name);

const namesIn = (list = ''): readonly string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The keys that can be columns of a list. */
export const choosableKeys = (resource: Resource): readonly string[] => [
  ...shownFields(resource)
    .map(([name]) => name)
    .filter((name) => isListed(resource, name)),
  ...['created_at', 'updated_at'],
];

const isListed = (resource: Resource, name: string): boolean =>
  !resource.fields[name]?.unlisted || isUnlisted(resource, name);

/** The columns of keys. `custom_fields` stands for a column for each custom field. Unknown keys have none. */
export function columnsOf(
  resource: Resource,
  keys: readonly string[],
  directory: FirmDirectory,
): readonly ListColumn[] {
  const shapes = keys.flatMap((key) => {
    if (key === 'custom_fields') return customFieldsOf(resource, directory);
    const field = fieldOf(resource, key);
    return field === null ? [] : [withTime(pageField(key, field, resource), resource)];
  });
  return shapes.map((shape) => columnOf(resource, shape));
}

function columnOf(resource: Resource, shape: PageField): ListColumn {
  const { name, path, field } = shape;
  const sort = listFieldsOf(resource).get(path);
  return {
    ...shape,
    sort: sort?.sortable ? sort.name : null,
    isNumber: isNumeric(field),
    width: ofName[name] ?? widths[field.kind] ?? plainWidth,
    grows: longest.has(field.kind),
  };
}

/** The field of a key; null if records have no such key. An id is shown as it is and cannot be changed. */
function fieldOf(resource: Resource, key: string): Field | null {
  if (key === 'id') return text({ readOnly: true });
  const shown = shownFields(resource).find(([name]) => name === key && isListed(resource, name));
  if (shown) return shown[1];
  const time = key === 'created_at' || key === 'updated_at' ? listFieldsOf(resource).get(key)?.field : undefined;
  if (time) return { ...time, readOnly: true };
  const ids = idFields(resource).find(([name, field]) => requestName(name, field) === key);
  if (ids === undefined) return null;
  return ids[1].kind === 'references' ? texts({ readOnly: true }) : text({ readOnly: true });
}

export const isNumeric = ({ kind }: Field): boolean => numbers.has(kind);

const numbers: ReadonlySet<FieldKind> = new Set<FieldKind>(['count', 'cents', 'amount', 'fraction']);

/** The first columns, of projects up to the estimator, of companies up to the telephone, fit into 1280 pixels. */
const ofName: Readonly<Record<string, number>> = {
  name: 236,
  company: 190,
  project_stage: 146,
  assigned_to: 126,
  // A bid has its hour with it.
  bid_due_date: 178,
  // A company has the amount with the number, and the day alone.
  open_projects: 150,
  won_projects: 110,
  project_number: 110,
  phone: 140,
  mobile_phone: 140,
  office_phone: 140,
  last_contact_at: 150,
};
const plainWidth = 170;

const longest: ReadonlySet<FieldKind> = new Set<FieldKind>([
  ...(['text', 'long_text', 'texts', 'choice', 'reference', 'references'] as const),
  ...(['address', 'url', 'email'] as const),
]);

const widths: Readonly<Partial<Record<FieldKind, number>>> = {
  long_text: 280,
  count: 124,
  fraction: 124,
  // As wide as the largest amount with its cents.
  amount: 156,
  cents: 156,
  date: 150,
  date_time: 230,
  boolean: 90,
  choice: 150,
  references: 220,
  address: 300,
  url: 220,
  email: 220,
};
