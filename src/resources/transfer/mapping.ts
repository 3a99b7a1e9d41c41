import type { ImportedFamily } from './imports.ts';

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
  /** How rows without a key find their records. The default is `name`, for companies and contacts. */
  readonly match?: Match;
}

/** Rows without a key find companies and contacts by their names, or each makes a record. */
export const matches = ['name', 'none'] as const;

export type Match = (typeof matches)[number];

/** The families whose rows without a key are matched by their names. */
const namedFamilies: readonly string[] = ['companies', 'contacts'] satisfies ImportedFamily[];

/** Whether rows of a family can be matched by their names. */
export const hasMatches = (family: string): boolean => namedFamilies.includes(family);

/** Whether the rows without a key are matched by their names. A column of ids says itself which rows are new. */
export const isMatchedByName = (
  { match = 'name', columns }: Pick<Mapping, 'match' | 'columns'>,
  family: string,
): boolean => match === 'name' && hasMatches(family) && !columns.some(({ to }) => to === 'id');

/** A column by its name, or several whose cells are joined. */
export type Source = string | readonly string[];

/** The columns that fill one field. */
export interface MappedColumn {
  /**
   * The names of the columns. Of several without `join`, the first that is not blank counts; with `join`, all are
   * joined. A list inside is joined in any case, and is one alternative among the others:
   * `["PROJECT NAME", ["WORK TYPE", "ADDRESS"]]`.
   */
  readonly from: readonly Source[];
  /** A field of the family by its record name, `custom_fields.x`, `address.city`, or a part of a reference: `company.name`. `id` names the record to change. */
  readonly to: string;
  readonly transform?: readonly Transform[];
  /** Blank cells keep the value of a record, or clear it. The default is `keep`. */
  readonly blank?: 'keep' | 'clear';
  /** A cell that cannot be read leaves the field as it is, or rejects the row. The default is `keep`. */
  readonly invalid?: 'keep' | 'reject';
}

export interface ReferenceRule {
  readonly by: 'name' | 'email' | 'external_id' | 'id';
  readonly missing: 'create' | 'empty' | 'reject';
}

/** The rule where a mapping has none: users are found by e-mail, others by name, and a row without one is rejected. */
export const defaultRuleOf = (plural: string): ReferenceRule => ({
  by: plural === 'users' ? 'email' : 'name',
  missing: 'reject',
});

/** How a column fills a field, and the rule for the records that it names; null if it names none. */
export interface ColumnProposal {
  readonly column: MappedColumn;
  readonly reference: ReferenceRule | null;
}

export interface NewCustomField {
  readonly name: string;
  readonly field_type: string;
  readonly options?: readonly string[];
}

/** The values of the transforms, by name. */
export interface TransformValues {
  /** A word without a value. */
  readonly trim: undefined;
  readonly case: TextCase;
  /** A pattern of Unicode TR 35, such as `M/d/yyyy`, or several, of which the first counts that reads the text. */
  readonly date: string | readonly string[];
  readonly number: NumberForm;
  readonly join: { readonly with: string };
  readonly split: { readonly by: string; readonly part: number | 'first' | 'rest' | 'last' };
  readonly address: { readonly part: AddressPart; readonly other?: 'empty' | 'keep' };
  readonly person: { readonly part: PersonPart };
  readonly full_name: { readonly part: NamePart };
  readonly html: Readonly<Record<string, never>>;
  /** The texts that count as blank. */
  readonly blank_words: readonly string[];
  readonly map: { readonly values: Readonly<Record<string, unknown>>; readonly other?: 'keep' | 'empty' | 'reject' };
}

/** How a text is read as a number. `times` multiplies it: 100 makes cents of dollars, 0.01 a fraction of percents. */
export interface NumberForm {
  readonly decimal?: string;
  readonly group?: string;
  readonly times?: number;
}

/** The decimal and the group character of a form, with the defaults. */
export const numberCharacters = ({ decimal = '.', group = decimal === ',' ? '.' : ',' }: NumberForm) => ({
  decimal,
  group,
});

export type TextCase = 'upper' | 'lower' | 'title';

/** The parts that a US address in one text can be split into. */
export const splitAddressParts = ['street_address', 'city', 'state', 'zip', 'country'] as const;

export type AddressPart = (typeof splitAddressParts)[number];

/** The parts of a text such as `Jane Doe, Acme Builders LLC`. */
export const personParts = ['firm', 'name', 'first_name', 'last_name'] as const;

export type PersonPart = (typeof personParts)[number];

/** The parts of the name of a person, such as `Dana Fox` or `Fox, Dana`. */
export const nameParts = ['first_name', 'last_name'] as const;

export type NamePart = (typeof nameParts)[number];

/** One step from the text of a cell to a value: the word `trim`, or an object with one key. */
export type Transform =
  | 'trim'
  | { [Name in TransformName]: Pick<TransformValues, Name> }[Exclude<TransformName, 'trim'>];

export type TransformName = keyof TransformValues;

/** A mapping for the export of another program, or for a known form of file. */
export interface ReadyMapping {
  /** Names it in the API and in saved choices. */
  readonly key: string;
  /** The name that people see. */
  readonly name: string;
  readonly words: string;
  readonly family: ImportedFamily;
  /** The columns by which such a file is recognised. The mapping can read others, which a file may lack. */
  readonly columns: readonly string[];
  /** Whether such files have columns of their own too, which an upload maps by their names. */
  readonly hasOthers?: boolean;
  readonly mapping: Mapping;
}

/** The limits of a mapping. */
export const mappingLimits = {
  columns: 1000,
  /** Of one column. */
  transforms: 20,
  /** Of one `map`. */
  values: 5000,
  /** Patterns in one `date`. */
  patterns: 20,
  /** Texts in one `blank_words`. */
  blankWords: 100,
  /** Columns in one `from`. */
  sources: 100,
  upsertBy: 10,
  customFields: 200,
} as const;

/** The instants whose day has a field of its own: a date without a time in the first belongs into the second. */
export const dayBeside: Readonly<Record<string, string>> = { bid_due_at: 'bid_due_date' };
