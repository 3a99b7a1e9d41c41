import { addressParts, type Field, type FieldKind } from '../../resources/fields.ts';
import { choiceName, labelOf, yesOrNo } from '../../resources/labels.ts';
import type { Resource, Row } from '../../resources/resource.ts';
import { dayAndTimeIn } from '../../resources/written-dates/zone.ts';
import { neutral } from './cells.ts';
import {
  type CustomColumn,
  type ExportColumn,
  type ExportedKey,
  type ExportedRecord,
  exportedKeys,
  type ExportScope,
  listAt,
  nameAt,
  nameIn,
  objectOf,
  textColumn,
} from './columns.ts';

/** What words for people need of the account. */
export interface FirmWords {
  /** IANA name. */
  readonly timeZone: string;
  /** The user with an id, or the entry of a list with a key; undefined if there is none. */
  readonly entryOf: (plural: string, field: 'id' | 'key', value: string) => Row | undefined;
}

/** A column with the name of its field in the API. */
interface LabelledColumn extends ExportColumn {
  readonly field: string;
}

/**
 * The columns of a resource's table for people, under the labels of the page and in the order of the asked keys: a
 * reference is a name, a value of a closed set its words, an instant the time in the account's zone, a fraction percents,
 * cents are whole units. Two fields with one label have their names in the API behind it.
 */
export function labelledColumns(resource: Resource, scope: ExportScope, firm: FirmWords): ExportColumn[] {
  const columns = inOrder(exportedKeys(resource, scope), scope)
    .filter(([name]) => !isTold(resource, name))
    .flatMap(([name, field]) => columnsOf({ resource, firm, scope }, name, field));
  const labels = columns.map(({ name }) => name);
  return columns.map(({ field, name, ...column }) => {
    const isShared = labels.indexOf(name) !== labels.lastIndexOf(name);
    return { ...column, name: neutral(isShared ? `${name} (${field})` : name) };
  });
}

function inOrder(exported: readonly ExportedKey[], { keys }: ExportScope): readonly ExportedKey[] {
  if (!keys) return exported;
  const places = new Map(keys.map((key, place) => [key, place]));
  const placeOf = ([name]: ExportedKey): number => places.get(name) ?? keys.length;
  return exported.toSorted((one, other) => placeOf(one) - placeOf(other));
}

const hourKnown = '_includes_time';

/** Whether a field says only if an instant has its hour, which the cell of the instant tells. */
const isTold = ({ fields }: Resource, name: string): boolean =>
  name.endsWith(hourKnown) && name.slice(0, -hourKnown.length) in fields;

interface Surroundings {
  readonly resource: Resource;
  readonly firm: FirmWords;
  readonly scope: ExportScope;
}

function columnsOf(around: Surroundings, name: string, field: Field | null): readonly LabelledColumn[] {
  const { resource, scope } = around;
  if (field?.kind === 'address') {
    return addressParts.map((part) => ({
      ...textColumn(labelOf(part), (record) => objectOf(record[name])[part]),
      field: `${name}.${part}`,
    }));
  }
  if (field?.kind === 'custom_fields') return scope.customFields.map((custom) => customColumn(around, name, custom));
  const read = readerOf(around, name, field);
  const kind = kinds[field?.kind ?? 'text'] ?? 'text';
  return [{ ...textColumn(labelOf(name, resource.plural), read), kind, field: name }];
}

const kinds: Readonly<Partial<Record<FieldKind, ExportColumn['kind']>>> = { date: 'date', fraction: 'percent' };

function customColumn({ firm }: Surroundings, name: string, { apiName, name: label, type }: CustomColumn) {
  const read = (record: ExportedRecord): unknown => {
    const value = objectOf(record[name])[apiName];
    if (typeof value === 'boolean') return yesOrNo(value);
    const user = type === 'user' ? firm.entryOf('users', 'id', String(value)) : undefined;
    return user ? nameIn(user) : value;
  };
  const kind: ExportColumn['kind'] = type === 'date' ? 'date' : 'text';
  return { ...textColumn(label, read), kind, field: `${name}.${apiName}` };
}

type Reader = (record: ExportedRecord) => unknown;

/** Reads the value of a field in words. A key that is no field is an instant if its name says so. */
function readerOf({ firm }: Surroundings, name: string, field: Field | null): Reader {
  switch (field?.kind ?? (name.endsWith('_at') ? 'date_time' : 'text')) {
    case 'reference':
      return (record) => nameAt(record, name);
    case 'references':
    case 'parts':
      return (record) => listAt(record, name).map(nameIn);
    case 'date_time':
      return instantReader(firm, name);
    case 'cents':
      return converted<number>(name, (value) => value / 100);
    case 'fraction':
      return converted<number>(name, percentOf);
    default:
      return wordReader(firm, name, field);
  }
}

/** Reads a value of a closed set in its words, and every other value as it is. */
function wordReader(firm: FirmWords, name: string, field: Field | null): Reader {
  switch (field?.kind) {
    case 'boolean':
      return converted<boolean>(name, yesOrNo);
    case 'choice':
      return converted<string>(name, choiceName);
    case 'entry_key':
      return converted<string>(name, (key) => {
        const entry = firm.entryOf(field.of, 'key', key);
        return entry ? nameIn(entry) : choiceName(key);
      });
    case 'texts':
      return field.values ? (record) => listAt(record, name).map((value) => choiceName(String(value))) : plainly(name);
    default:
      return plainly(name);
  }
}

/** `29%`, without the digits that a multiplication adds. An import reads it as the same fraction. */
const percentOf = (fraction: number): string => `${Number((fraction * 100).toPrecision(15))}%`;

const plainly =
  (name: string): Reader =>
  (record) =>
    record[name];

/** Reads a value and converts it, unless it is empty. */
const converted =
  <Value>(name: string, convert: (value: Value) => unknown): Reader =>
  (record) => {
    const value = record[name] ?? null;
    return value === null ? null : convert(value as Value);
  };

/** Reads an instant in the account's zone. It is empty where the record says that its hour is not known. */
function instantReader({ timeZone }: FirmWords, name: string): Reader {
  const read = converted<string>(name, (instant) => dayAndTimeIn(timeZone, instant));
  return (record) => (record[`${name}${hourKnown}`] === false ? null : read(record));
}
