/** The signs and codes of currencies that `number` removes. */
export const currencyMarks = ['US$', 'USD', 'CA$', 'CAD', 'EUR', 'GBP', 'AUD', 'NZD', 'MXN', '$', '€', '£'] as const;

/** The units of numbers that `number` removes. */
export const numberUnits = ['sq. ft.', 'sq.ft.', 'sq ft', 'sqft', 'gsf', 'rsf', 'sf', 'units'] as const;

/** The words for yes and no, in lower case. */
export const booleanWords: Readonly<Record<string, boolean>> = {
  yes: true,
  y: true,
  true: true,
  t: true,
  '1': true,
  x: true,
  '✓': true,
  '✔': true,
  no: false,
  n: false,
  false: false,
  f: false,
  '0': false,
};

export const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november'],
  'december',
] as const;

/** The patterns of dates that a proposal tries, in this order. A date that fits both orders is read as in the US. */
export const datePatterns = [
  ...['MM/dd/yyyy', 'dd/MM/yyyy', 'MM/dd/yy', 'dd/MM/yy', 'MM-dd-yyyy', 'dd-MM-yyyy', 'dd.MM.yyyy', 'yyyy/MM/dd'],
  ...['yyyyMMdd', 'MMM d, yyyy', 'd MMM yyyy', 'dd-MMM-yyyy', 'dd-MMM-yy', 'EEEE, MMM d, yyyy'],
] as const;

/** The patterns of times that may follow them. */
export const timePatterns = ['h:mm a', 'h:mm:ss a', 'HH:mm', 'HH:mm:ss'] as const;

/** What people write into a cell that has no number or date. */
export const blankWords = ['n/a', 'na', 'tbd', 'tba', 'none', 'unknown', '-', '--', '?'] as const;
