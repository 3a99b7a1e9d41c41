import { isDate, isDateTime } from '../../resources/vocabulary/formats.ts';
import type { SortKey } from './sort-keys.ts';

/** A place between two rows of an ordered list: the keys of the row beside it, or the end of the list. */
export interface Cursor {
  readonly backwards: boolean;
  readonly keys: readonly (string | null)[] | 'end';
}

/** The list that a cursor belongs to. */
export interface OrderedList {
  readonly table: string;
  readonly order: readonly SortKey[];
  /** The instant at which the list is evaluated, if the list depends on the time. */
  readonly at?: string | undefined;
}

const orderText = ({ table, order, at }: OrderedList): string =>
  [table, order.map(({ column, descending }) => (descending ? '-' : '') + column).join(), ...(at ? [at] : [])].join(
    ' ',
  );

/** The instant at which a cursor's list is evaluated; null if the cursor contains none. */
export function instantOf(text: string): string | null {
  const at = /"[^" ]* [^" ]* ([^" ]*)"/.exec(Buffer.from(text, 'base64url').toString('utf8'))?.[1];
  return at !== undefined && isDateTime(at) ? at : null;
}

/** The text of a cursor in a URL. */
export function cursorText({ backwards, keys }: Cursor, of: OrderedList): string {
  const parts = [backwards ? 'b' : 'f', orderText(of), ...(keys === 'end' ? [] : keys)];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Parses a cursor's text; null if it is not a cursor of this list. */
export function cursorOf(text: string, of: OrderedList): Cursor | null {
  try {
    const [way, belongs, ...keys] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    if ((way !== 'b' && way !== 'f') || belongs !== orderText(of)) return null;
    if (way === 'b' && keys.length === 0) return { backwards: true, keys: 'end' };
    const sound = keys.length === of.order.length && keys.every((key, index) => isKey(key, of.order[index]));
    return sound ? { backwards: way === 'b', keys: keys as (string | null)[] } : null;
  } catch {
    return null;
  }
}

const isNumber = (key: string): boolean => String(Number(key)) === key && Number.isFinite(Number(key));

const isInstant = (key: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/.test(key) && isDateTime(key);

/** The checks of a key's text, by type. Other types accept any text. */
const forms: Readonly<Record<string, (key: string) => boolean>> = {
  bigint: (key) => /^\d{1,18}$/.test(key),
  integer: (key) => /^-?\d{1,10}$/.test(key) && Math.abs(Number(key)) <= 2_147_483_647,
  numeric: isNumber,
  'double precision': isNumber,
  boolean: (key) => key === 'true' || key === 'false',
  date: isDate,
  timestamptz: isInstant,
  'timestamp with time zone': isInstant,
};

function isKey(key: unknown, sort: SortKey | undefined): boolean {
  if (key === null) return sort?.nullable === true;
  if (typeof key !== 'string' || !sort || key.includes('\0')) return false;
  return forms[sort.type]?.(key) ?? true;
}
