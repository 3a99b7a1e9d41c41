/** What a kind of field means is read by every layer: column, schema, JSON, form, CSV. */
export type FieldKind = Field['kind'];

interface Traits {
  /** Must be given on create and cannot be cleared. */
  readonly required?: true;
  /** In the record, set by the product alone; accepted from a client and ignored. */
  readonly readOnly?: true;
  /** Accepted when the record is made, and read-only from then on. */
  readonly fixed?: true;
  /** Named by the query parameter of its request name when the record is made, and read-only from then on. */
  readonly byQuery?: true;
  /** Stored and accepted, yet not one of the record's keys (shown by `include=` at most). */
  readonly unlisted?: true;
  /** Accepted and never shown; kept by the rule that reads it, in no column of the record. */
  readonly secret?: true;
  /** Kept for the product's own rules: neither accepted nor shown. */
  readonly internal?: true;
  /** Not stored: follows from the record's other fields and the day. */
  readonly derived?: true;
  /** Sorted as people sort names: by the column `<name>_folded` beside it. */
  readonly folded?: true;
  /** No two live records share it, without regard to case. */
  readonly unique?: true;
  /** What an absent or cleared value reads as; `null` unless given. */
  readonly empty?: boolean | 0;
}

type Lengthy = 'text' | 'long_text' | 'url' | 'email';
type Plain =
  | 'count'
  | 'cents'
  | 'amount'
  | 'fraction'
  | 'boolean'
  | 'date'
  | 'date_time'
  | 'texts'
  | 'address'
  | 'custom_fields';

/** In Unicode code points. */
interface Length {
  readonly minLength?: number;
  readonly maxLength: number;
}

export type Field = Traits &
  (
    | ({ readonly kind: Lengthy } & Length)
    | { readonly kind: Plain }
    | { readonly kind: 'choice'; readonly values: readonly string[] }
    | { readonly kind: 'entry_key'; readonly of: string }
    | { readonly kind: 'reference'; readonly to: string }
    | { readonly kind: 'references'; readonly to: string; readonly through: string; readonly requestName: string }
    | { readonly kind: 'parts'; readonly of: string; readonly key: string; readonly values: readonly string[] }
  );

/** The six parts of an address, in wire order; each is a column `address_<part>`. */
export const addressParts = ['street_address', 'street_address2', 'city', 'state', 'zip', 'country'] as const;

const lengthy =
  (kind: Lengthy, maxLength: number) =>
  (traits: Traits & Partial<Length> = {}): Field => ({ kind, maxLength, ...traits });

const plain =
  (kind: Plain) =>
  (traits: Traits = {}): Field => ({ kind, ...traits });

/** One line, at most 255 code points unless it says otherwise. */
export const text = lengthy('text', 255);
/** Many lines, at most 65,535 code points. */
export const longText = lengthy('long_text', 65_535);
/** An absolute http or https address, at most 2,048 code points. */
export const url = lengthy('url', 2048);
/** At most 320 code points. */
export const email = lengthy('email', 320);
/** A list of lines, each of them `text`. */
export const texts = plain('texts');
/** A whole number, 0 to 2,147,483,647. */
export const count = plain('count');
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

/** One of a closed set. */
export const choice = (values: readonly string[], traits: Traits = {}): Field => ({
  kind: 'choice',
  values,
  ...traits,
});

/** The stable key of an entry of one of the account's lists. */
export const entryKey = (of: string, traits: Traits = {}): Field => ({ kind: 'entry_key', of, ...traits });

/** Another record: `<name>_id` in requests, the embedded record under `<name>` in answers. */
export const reference = (to: string, traits: Traits = {}): Field => ({ kind: 'reference', to, ...traits });

/**
 * The live records that are parts of this one, those of `of` that refer to it, embedded in the order in which they
 * were made. Given by the values of their field `key` when the record is made; each is a record of its own afterwards.
 */
export const parts = (of: string, key: string, values: readonly string[]): Field => ({
  kind: 'parts',
  of,
  key,
  values,
  fixed: true,
});

/** Several other records, in the order given; kept in a table of their own. */
export const references = (to: string, through: string, requestName: string): Field => ({
  kind: 'references',
  to,
  through,
  requestName,
});
