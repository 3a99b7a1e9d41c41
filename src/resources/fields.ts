/** The kind of a field. Every layer interprets it: column, schema, JSON, form, CSV. */
export type FieldKind = Field['kind'];

interface Traits {
  /** The description in the OpenAPI document: units, rules and the source of a value, in whole sentences. */
  readonly description?: string;
  /** The description in requests, if it is another one. */
  readonly asked?: string;
  /** Must be given on create and cannot be cleared. */
  readonly required?: true;
  /** A key of the record that only the service sets; accepted from a client and ignored. */
  readonly readOnly?: true;
  /** Accepted on create, read-only afterwards. */
  readonly fixed?: true;
  /** Set on create by the query parameter of its request name, read-only afterwards. */
  readonly byQuery?: true;
  /** Stored and accepted, but not a key of the record; at most `include=` shows it. */
  readonly unlisted?: true;
  /** Accepted and never shown. A rule stores it in a side table, not in a column of the record. */
  readonly secret?: true;
  /** Stored for the service's own rules: neither accepted nor shown. */
  readonly internal?: true;
  /** Not stored: computed from the record's other fields and the day. */
  readonly derived?: true;
  /** Derived, but not from the record: the database computes it from the records of this plural that refer to it. */
  readonly gathered?: string;
  /** Derived, and accepted on update: a function of `records` turns it into other fields. */
  readonly settable?: true;
  /** Sorted as people sort names, by the column `<name>_folded` beside it. */
  readonly folded?: true;
  /** Unique among live records, without regard to case. */
  readonly unique?: true;
  /** A key that programs compare: it has no characters that nobody sees. Other texts have none at their ends. */
  readonly keyed?: true;
  /** The value of an absent or cleared field, which is then never null (`not null default` in SQL); default `null`. */
  readonly empty?: boolean | 0;
  /** Never null in a stored record: a rule fills it. */
  readonly filled?: true;
  /** Markdown: a search finds the text of its links, and not their addresses. */
  readonly markdown?: true;
  /** A time that has passed: the page reads a day without its year as the last one, and so a weekday. */
  readonly past?: true;
}

type LengthyKind = 'text' | 'long_text' | 'url' | 'email';
type PlainKind = 'cents' | 'amount' | 'fraction' | 'boolean' | 'date' | 'date_time' | 'address' | 'custom_fields';

/** In Unicode code points. */
interface Length {
  readonly minLength?: number;
  readonly maxLength: number;
}

interface Range {
  readonly minimum?: number;
  readonly maximum?: number;
}

export type Field = Traits &
  (
    | ({ readonly kind: 'count' } & Range)
    | { readonly kind: 'texts'; readonly values?: readonly string[] }
    | ({ readonly kind: LengthyKind } & Length)
    | { readonly kind: PlainKind }
    | { readonly kind: 'document'; readonly schema?: string }
    | { readonly kind: 'choice'; readonly values: readonly string[] }
    | { readonly kind: 'entry_key'; readonly of: string }
    | { readonly kind: 'reference'; readonly to: string }
    | {
        readonly kind: 'references';
        readonly to: string;
        readonly through: string;
        readonly requestName: string;
        /** The limit of records, 1,000 by default. */
        readonly most?: number;
      }
    | { readonly kind: 'parts'; readonly of: string; readonly key: string; readonly values: readonly string[] }
  );

/** The six parts of an address, in wire order; each is a column `address_<part>`. */
export const addressParts = ['street_address', 'street_address2', 'city', 'state', 'zip', 'country'] as const;

/** Declared traits. The types of records derive from them, and an unknown trait is a type error. */
type Declared<T, Known = Traits> = T & { readonly [Name in Exclude<keyof T, keyof Known>]: never };

/** A field of a kind. Its type keeps the kind and the traits. */
const declared = <Kind extends object, T>(kind: Kind, traits: T | undefined): Kind & T => Object.assign(kind, traits);

const lengthy =
  <Kind extends LengthyKind>(kind: Kind, maxLength: number) =>
  <T extends Traits & Partial<Length>>(traits?: Declared<T, Traits & Length>) =>
    declared({ kind, maxLength }, traits);

const plain =
  <Kind extends PlainKind>(kind: Kind) =>
  <T extends Traits>(traits?: Declared<T>) =>
    declared({ kind }, traits);

/** One line, at most 255 code points by default. */
export const text = lengthy('text', 255);
/** Many lines, at most 65,535 code points. */
export const longText = lengthy('long_text', 65_535);
/** An absolute http or https address, at most 2,048 code points. */
export const url = lengthy('url', 2048);
/** At most 320 code points. */
export const email = lengthy('email', 320);
/** A list of lines, each of them `text`. */
export const texts = <T extends Traits>(traits?: Declared<T>) => declared({ kind: 'texts' as const }, traits);
/** A whole number, 0 to 2,147,483,647 by default. */
export const count = <T extends Traits & Range>(traits?: Declared<T, Traits & Range>) =>
  declared({ kind: 'count' as const }, traits);
/** Hundredths of a currency unit, whole, 15 digits at most. */
export const cents = plain('cents');
/** Currency units, 13 digits before the point and 2 after. */
export const amount = plain('amount');
/** 0 to 1. */
export const fraction = plain('fraction');
export const boolean = plain('boolean');
/** A calendar day, `YYYY-MM-DD`. */
export const date = plain('date');
/** An instant, UTC, to the millisecond. */
export const dateTime = plain('date_time');
/** Street, city, state, zip and country; merged part by part on PATCH. */
export const address = plain('address');
/** The account's own fields, keyed by `api_name` on the wire and by definition id in the store. */
export const customFields = plain('custom_fields');

/** An object, which a change replaces as a whole. A rule judges what the schema of that name in the document describes. */
export const document = <T extends Traits & { readonly schema?: string }>(
  traits?: Declared<T, Traits & { readonly schema?: string }>,
) => declared({ kind: 'document' as const }, traits);

/** One value of a closed set. */
export const choice = <V extends string, T extends Traits>(values: readonly V[], traits?: Declared<T>) =>
  declared({ kind: 'choice' as const, values }, traits);

/** Several values of a closed set, each once. If the field is required, at least one. */
export const choices = <V extends string, T extends Traits>(values: readonly V[], traits?: Declared<T>) =>
  declared({ kind: 'texts' as const, values }, traits);

/** The stable key of an entry of one of the account's lists. */
export const entryKey = <T extends Traits>(of: string, traits?: Declared<T>) =>
  declared({ kind: 'entry_key' as const, of }, traits);

/** Another record: `<name>_id` in requests, the embedded record under `<name>` in responses. */
export const reference = <T extends Traits>(to: string, traits?: Declared<T>) =>
  declared({ kind: 'reference' as const, to }, traits);

/**
 * The live records of `of` that refer to this record, embedded in the order of creation. On create, a request gives
 * them by the values of their field `key`. Afterwards, each is a separate record.
 */
export const parts = <V extends string, T extends Traits>(
  { of, key, values }: { readonly of: string; readonly key: string; readonly values: readonly V[] },
  traits?: Declared<T>,
) => declared({ kind: 'parts' as const, of, key, values, fixed: true as const }, traits);

/** Several other records, at most `most`, in the given order, stored in a separate table. */
export const references = <const Name extends string, T extends Traits>(
  to: string,
  links: { readonly through: string; readonly requestName: Name; readonly most?: number },
  traits?: Declared<T>,
) => declared({ kind: 'references' as const, to, ...links }, traits);
