/** A text of the file, and the number of rows that have it. */
export interface CountedValue {
  readonly value: string;
  readonly count: number;
}

/** Rows with the same kind of problem in the same column. */
export interface ProblemGroup {
  readonly column: string | null;
  readonly field: string | null;
  readonly code: string;
  /** That of the first row. */
  readonly message: string;
  /** The number of rows. */
  readonly count: number;
  /** The texts of the column, the most frequent first. */
  readonly values: readonly CountedValue[];
  /** Whether there are other texts. */
  readonly has_more_values: boolean;
  /** The numbers of the first rows. */
  readonly rows: readonly number[];
  /** The lines of these rows. */
  readonly lines: readonly number[];
}

/** The code of the groups that name the columns which no field takes, with their filled cells. */
export const notImported = 'not_imported';

/** The code of rows that make a record although others have its name. */
export const sameName = 'same_name';

/** The code of rows that make a project although another has its number. */
export const sameNumber = 'same_number';

/** The codes of rows that are no records. */
const skips: readonly string[] = ['totals', 'repeated_heading', 'heading', 'line', 'footer', 'only_formulas'];

/** The codes of rows that are imported as they are, but may not be meant so. */
const notices: readonly string[] = [
  ...[sameName, sameNumber, 'other_name', 'award_date_today', 'time_of_import', 'number_given'],
  ...['only_name', 'total_name', 'two_people', 'two_companies'],
];

/**
 * The kind of a group of warnings: rows that are no records, rows to look at, columns that are not imported, or values
 * that get lost.
 */
export function warningKind({ code }: Pick<ProblemGroup, 'code'>): 'skipped' | 'noticed' | 'column' | 'lost' {
  if (code === notImported) return 'column';
  if (skips.includes(code)) return 'skipped';
  return notices.includes(code) ? 'noticed' : 'lost';
}

/** Whether the rows of a group are replaced by later ones with other names. Others rename the record with their key. */
export const areReplaced = ({ code, field }: Pick<ProblemGroup, 'code' | 'field'>): boolean =>
  code === 'other_name' && ['name', 'title', 'last_name'].includes(field ?? '');

/** A record that the import makes because a row names it, and the records and names of the file that are near. */
export interface NearName {
  readonly field: string;
  readonly value: string;
  /** A name that the import makes a record for as well has no id. */
  readonly near: readonly { readonly id: string | null; readonly name: string }[];
}

/** The problems of the rows of a check or a run. */
export interface ImportSummary {
  /** Of the rejected rows. */
  readonly problems: readonly ProblemGroup[];
  /** Of rows that are not rejected: values that get lost; then the columns that are not imported, of all rows. */
  readonly warnings: readonly ProblemGroup[];
  readonly near_names: readonly NearName[];
  /** Problems and warnings that are in none of the groups, because there are too many groups. */
  readonly left_out: number;
  /** The confirmations that a run needs. */
  readonly confirm: readonly Confirmation[];
}

/** A run needs a confirmation if more than a tenth of the records that it finds would get other names. */
export const confirmations = ['other_names'] as const;

export type Confirmation = (typeof confirmations)[number];
