export const textCases = ['upper', 'lower', 'title'] as const;

export type TextCase = (typeof textCases)[number];

/** The parts that a US address in one text can be split into. */
export const splitAddressParts = ['street_address', 'city', 'state', 'zip', 'country'] as const;

export type AddressPart = (typeof splitAddressParts)[number];

/** The parts of a text such as `Jane Doe, Acme Builders LLC`. */
export const personParts = ['firm', 'name', 'first_name', 'last_name'] as const;

export type PersonPart = (typeof personParts)[number];

export const splitParts = ['first', 'rest', 'last'] as const;

export const otherValues = ['keep', 'empty', 'reject'] as const;

/** The factors of `number`: powers of ten, so that no digit is lost. */
export const numberFactors = [0.01, 0.1, 10, 100, 1000, 1_000_000] as const;

/** What each transform does, in words for people and for the OpenAPI document. */
export const transformWords = {
  trim: 'Removes spaces at both ends. Every text is trimmed anyway.',
  case: 'Writes the text in upper case, in lower case, or with a capital at the beginning of each word (`title`).',
  date:
    'Reads a date, or a date with a time, by a pattern of Unicode TR 35, such as `M/d/yyyy`, `d MMM yyyy` or ' +
    '`M/d/yy h:mm a`. Of a list of patterns, the first that reads the text counts. Dates of the form `YYYY-MM-DD` ' +
    'are read too. `yy` takes two digits and a year in 1970 to 2069; `yyyy` takes four.',
  number:
    'Reads a number with a decimal character (`.` by default) and a group character (`,` by default). Takes a ' +
    'currency sign, `USD` and the like, parentheses or a minus for a negative number, `SF` and, in a fraction, `%`. ' +
    '`850k`, `$1.2M`, `1.5 MM`, `2 million` and `1 bn` are read in whole units. ' +
    '`times` multiplies the number by a power of ten: `100` makes cents of dollars, `0.01` a fraction of percents.',
  join:
    'Joins the cells of all columns of `from` that are not blank by this text. If `from` holds lists of columns, the ' +
    'cells of each list are joined. Transforms before `join` apply to each cell, later ones to the joined text.',
  split:
    'Splits the text at each `by` and takes one part: a number from 1, `first`, `last`, or `rest` (all but the first).',
  address:
    'Reads a US address in one text, such as `100 Main St, Austin, TX 78701`, and takes one part of it. A text ' +
    'that cannot be split stays whole in `street_address`.',
  person:
    'Reads a person and a firm in one text, such as `Jane Doe, Acme Builders LLC`, and takes one part of it. A text ' +
    'without a person, such as `Acme Builders, LLC`, is a firm.',
  blank_words:
    'Reads a cell as blank if it holds one of these texts, such as `TBD`, without regard to case, accents and ' +
    'repeated spaces.',
  map:
    'Replaces a text by the value of the same key, without regard to case, accents and repeated spaces. A text ' +
    'without a key stays (`keep`, the default), becomes blank (`empty`) or rejects the row (`reject`).',
} as const;

export type TransformName = keyof typeof transformWords;

export const transformNames = Object.keys(transformWords) as readonly TransformName[];

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
