export type { Mapping, ReferenceRule } from '../../resources/transfer/mapping.ts';

/** A row after the mapping: what the import asks of the service. */
export interface MappedRow {
  /** The row as a body of POST or PATCH, with request names (`amount`, `address: {…}`, `custom_fields: {…}`) and the resolved constants. Fields of references are not here. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The record to change, if the mapping maps to `id` and the cell is not blank. */
  readonly id: string | null;
  /** The references to resolve, by name. A blank reference is absent (`keep`) or null (`clear`). */
  readonly references: Readonly<Record<string, ReferenceLookup | readonly ReferenceLookup[] | null>>;
  /** The identity of the row's record among the rows of the file; null if a key is blank. Two rows with the same text name one record. */
  readonly key: string | null;
  /** The folded values of the `upsert_by` fields, in their order; null if one is blank. */
  readonly keys: readonly string[] | null;
  readonly problems: readonly MappingFault[];
  /** What the row takes only a part of, such as the second e-mail address of a cell. */
  readonly lost: readonly MappingFault[];
}

/** A record to find by one of its values. */
export interface ReferenceLookup {
  /** The value that names it. */
  readonly value: string;
  /** Further fields of a record that the import makes: `{"phone": "…"}`. */
  readonly parts: Readonly<Record<string, unknown>>;
}

/** A fault of one cell. */
export interface MappingFault {
  /** The target, such as `amount` or `custom_fields.x`. */
  readonly to: string;
  /** The column of the file. */
  readonly column: string | null;
  readonly code: string;
  readonly message: string;
  /** The text of the cell, shortened to 200 characters. */
  readonly value?: string;
  /** Whether the row cannot be applied without the value. */
  readonly rejects: boolean;
}
