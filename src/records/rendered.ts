/**
 * A record as its readers see it, as JSON text. The service renders a record once, caches the text and sends it,
 * because building the object and serialising it again would cost more than reading the row.
 */
export type RecordText = string;

/** One record, rendered, with the version of its own fields for `If-Match`. */
export interface Rendered {
  readonly id: string;
  readonly version: number;
  readonly json: RecordText;
}

/** The fields of a rendered record. */
export const parsed = <Fields>(text: RecordText): Fields => JSON.parse(text) as Fields;

/** An object that is not a resource's record, with its version for `If-Match`. */
export interface Versioned<Value> {
  readonly version: number;
  readonly value: Value;
}
