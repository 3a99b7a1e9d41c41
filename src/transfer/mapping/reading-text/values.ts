import { snakeCase } from '../../../domain/entry-key.ts';
import { mostNamed } from '../../../refusal.ts';
import { addressParts, type Field, type FieldKind } from '../../../resources/fields.ts';
import { withoutInvisible } from '../../../resources/vocabulary/invisible.ts';
import { booleanWords } from '../../../resources/transfer/words/value-words.ts';
import { rounded } from '../../../resources/written-numbers/written-numbers.ts';
import { emailAddressesIn } from './email-addresses.ts';
import { foldName } from './folding.ts';
import { itemsOf } from './lists-in-cells.ts';
import { dayFrom, instantFrom } from './moments.ts';
import { plainNumber } from './numbers.ts';
import type { EntriesOf, ListEntry } from '../scope.ts';
import { isBlank, onText, type ReadingStep, textOf } from './steps.ts';
import { remembered } from './remembered.ts';
import { isUnfit, unfit } from './unfit.ts';

/** The settings and lists of the account that conversions of values need. */
export interface ReadingContext {
  /** The account's time zone: times without an offset are in it. IANA name. */
  readonly timeZone: string;
  readonly entriesOf: EntriesOf;
}

/** The conversion of a value that is not blank to the kind of a field. It gives the JSON that a request takes. */
export const converterOf = (field: Field, surroundings: ReadingContext): ReadingStep =>
  converters[field.kind](field, surroundings);

type Converter = (field: Field, surroundings: ReadingContext) => ReadingStep;

/** Plain text; several values of a JSON array are joined. */
const asText: ReadingStep = (value) =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object') ? value.join('; ') : textOf(value);

export const asNumber: ReadingStep = (value) => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? plainNumber(value.trim()) : notNumber;
};

const notNumber = unfit('a number', 'wrong_type');

/** A number with the decimals that a field holds. Formulas compute more of them. */
export const asRounded =
  (decimals: number): ReadingStep =>
  (value) => {
    const number = asNumber(value);
    return typeof number === 'number' ? rounded(number, decimals) : number;
  };

const notBoolean = unfit('yes or no');

export const asBoolean: ReadingStep = (value) => {
  if (typeof value === 'boolean') return value;
  const word = isUnfit(textOf(value)) ? '' : String(value).trim().toLowerCase();
  return Object.hasOwn(booleanWords, word) ? booleanWords[word] : notBoolean;
};

export const asDay = (timeZone: string): ReadingStep => onText(remembered((text) => dayFrom(text, timeZone)));

const asInstant = (timeZone: string): ReadingStep => onText(remembered((text) => instantFrom(text, timeZone)));

/** A web address gets its scheme. */
export const asWebAddress: ReadingStep = onText((text) =>
  /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]|$)/.test(text) ? `https://${text}` : text,
);

/** The first e-mail address of a cell. `emailAddressesIn` tells the others. */
const asEmailAddress: ReadingStep = (value) => {
  const text = asText(value);
  return typeof text === 'string' ? (emailAddressesIn(withoutInvisible(text))[0] ?? notAnEmailAddress) : text;
};

const notAnEmailAddress = unfit('an e-mail address');

/** One of a closed set, by its key or its words. */
function asChoice(values: readonly string[]): ReadingStep {
  const byWords = new Map(values.flatMap((value) => [[snakeCase(value), value] as const]));
  const expected = unfit(`one of ${listed(values)}`, 'not_allowed');
  return onText(remembered((text) => byWords.get(snakeCase(text)) ?? expected));
}

const listed = (values: readonly string[]): string =>
  values.length <= mostNamed
    ? values.join(', ')
    : `${values.slice(0, mostNamed).join(', ')} and ${values.length - mostNamed} more`;

/** The key of a list's entry, by its name or key. Without the entries, a text is a key. */
function asEntryKey(entries: readonly ListEntry[]): ReadingStep {
  const keys = new Map(
    entries.flatMap(({ name, key }) => [[foldName(name ?? ''), key] as const, [foldName(key ?? ''), key] as const]),
  );
  const expected = unfit(`one of ${listed(entries.flatMap(({ key }) => key ?? []))}`, 'not_allowed');
  const other = (text: string) => (entries.length === 0 ? snakeCase(text) : expected);
  return onText(remembered((text) => keys.get(foldName(text)) ?? other(text)));
}

/** A list, each item by a conversion. The first item that does not fit counts. */
export const asListOf =
  (one: ReadingStep): ReadingStep =>
  (value) => {
    const items = itemsOf(value).map(one);
    return items.find(isUnfit) ?? items;
  };

const asObject =
  (of: string): ReadingStep =>
  (value) =>
    typeof value === 'object' && !Array.isArray(value) ? value : unfit(`an object with ${of}`, 'wrong_type');

/** An address as a JSON object. One in text needs the transform `address`, part by part. */
const asAddress: ReadingStep = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return notAnAddress;
  const parts = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    addressParts.flatMap((part) => (part in parts ? [[part, isBlank(parts[part]) ? null : parts[part]]] : [])),
  );
};

const notAnAddress = unfit(
  'an object with the parts of an address; map a text to address.street_address, address.city …',
  'wrong_type',
);

const valuesOf = (field: Field): readonly string[] | undefined => ('values' in field ? field.values : undefined);

const severalOf = (field: Field): ReadingStep => {
  const values = valuesOf(field);
  return asListOf(values ? asChoice(values) : asText);
};

/** The id of a record. */
export const asId: ReadingStep = onText((text) =>
  /^[1-9]\d{0,18}$/.test(text) ? text : unfit('an id: a whole number without a sign'),
);

const converters: Record<FieldKind, Converter> = {
  text: () => asText,
  long_text: () => asText,
  email: () => asEmailAddress,
  url: () => asWebAddress,
  texts: severalOf,
  parts: severalOf,
  count: () => asRounded(0),
  cents: () => asRounded(0),
  amount: () => asRounded(2),
  fraction: () => asNumber,
  boolean: () => asBoolean,
  date: (_, { timeZone }) => asDay(timeZone),
  date_time: (_, { timeZone }) => asInstant(timeZone),
  choice: (field) => asChoice(valuesOf(field) ?? []),
  entry_key: (field, { entriesOf }) => asEntryKey('of' in field ? entriesOf(field.of) : []),
  reference: () => asId,
  references: () => asListOf(asId),
  address: () => asAddress,
  document: () => asObject('JSON'),
  custom_fields: () => asObject('custom fields'),
};
