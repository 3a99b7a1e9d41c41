/** How the columns of a file become the fields of records, as on the wire. */
export interface Mapping {
  /** The fields that identify a record: `external_id`, `id`, `custom_fields.x` or other mapped fields, together. Empty: each row makes a record. */
  readonly upsert_by: readonly string[];
  readonly columns: readonly MappedColumn[];
  /** The values of fields that are the same in each row, by request name: `{"project_stage_id": "5"}`. */
  readonly constants: Readonly<Record<string, unknown>>;
  /** How the records that a row refers to are found, by the name of the reference: `company`. */
  readonly references: Readonly<Record<string, ReferenceRule>>;
  /** The custom fields that the import defines first if the account lacks them, by `api_name`. */
  readonly custom_fields: Readonly<Record<string, NewCustomField>>;
}

/** The columns that fill one field. */
export interface MappedColumn {
  /** The names of the columns. Of several without `join`, the first that is not blank counts. */
  readonly from: readonly string[];
  /** A field of the family by its record name, `custom_fields.x`, `address.city`, or a part of a reference: `company.name`. `id` names the record to change. */
  readonly to: string;
  readonly transform?: readonly Transform[];
  /** Blank cells keep the value of a record, or clear it. The default is `keep`. */
  readonly blank?: 'keep' | 'clear';
}

export interface ReferenceRule {
  readonly by: 'name' | 'email' | 'external_id' | 'id';
  readonly missing: 'create' | 'empty' | 'reject';
}

export interface NewCustomField {
  readonly name: string;
  readonly field_type: string;
  readonly options?: readonly string[];
}

/** One step from the text of a cell to a value: a word, or an object with one key. */
export type Transform =
  | 'trim'
  | { readonly case: 'upper' | 'lower' | 'title' }
  /** A pattern of Unicode TR 35, such as `MM/dd/yyyy`. */
  | { readonly date: string }
  | { readonly number: { readonly decimal?: string; readonly group?: string } }
  | { readonly join: { readonly with: string } }
  | { readonly split: { readonly by: string; readonly part: number | 'first' | 'rest' | 'last' } }
  | { readonly address: { readonly part: 'street_address' | 'city' | 'state' | 'zip' | 'country' } }
  | { readonly map: { readonly values: Readonly<Record<string, unknown>>; readonly other: 'keep' | 'empty' | 'reject' } };

/** A row after the mapping: what the import asks of the service. */
export interface MappedRow {
  /** The row as a body of POST or PATCH, with request names (`amount`, `address: {…}`, `custom_fields: {…}`) and the resolved constants. Fields of references are not here. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The record to change, if the mapping maps to `id` and the cell is not blank. */
  readonly id: string | null;
  /** The references to resolve, by name. A blank reference is absent (`keep`) or null (`clear`). */
  readonly references: Readonly<Record<string, ReferenceSought | readonly ReferenceSought[] | null>>;
  /** The identity of the row's record among the rows of the file; null if a key is blank. Two rows with the same text name one record. */
  readonly key: string | null;
  /** The folded values of the `upsert_by` fields, in their order; null if one is blank. */
  readonly keys: readonly string[] | null;
  readonly problems: readonly MappingFault[];
}

/** A record to find by one of its values. */
export interface ReferenceSought {
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
}
