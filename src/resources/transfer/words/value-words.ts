/**
 * The signs, codes and abbreviations of currencies that `number` removes, as expressions: `US$`, `€`, `CHF`, `kr`.
 */
export const currencyMarks: readonly string[] = [
  String.raw`(?!t€)[a-z]{0,3}\p{Sc}`,
  ...Intl.supportedValuesOf('currency'),
  ...[String.raw`kr\.?`, 'zł', 'kč', 'ft', String.raw`s?fr\.?`, String.raw`rs\.?`, 'r', 'lei', String.raw`лв\.?`],
];

/** The units of numbers that `number` removes. */
export const numberUnits = ['sq. ft.', 'sq.ft.', 'sq ft', 'sqft', 'gsf', 'rsf', 'sf', 'units'] as const;

/** The words behind a number that multiply it, in lower case, with the places by which they move the decimal point. */
export const numberScales: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  m: 6,
  mm: 6,
  mil: 6,
  million: 6,
  b: 9,
  bn: 9,
  billion: 9,
  tsd: 3,
  't€': 3,
  teur: 3,
  mio: 6,
  mrd: 9,
};

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

/**
 * The names of months in German, French, Spanish, Portuguese, Italian and Dutch, without accents, by their numbers.
 * Spreadsheets write the first three or four letters of them.
 */
export const foreignMonths: readonly (readonly string[])[] = [
  ['januar', 'janner', 'janvier', 'enero', 'janeiro', 'gennaio', 'januari'],
  ['februar', 'fevrier', 'febrero', 'fevereiro', 'febbraio', 'februari'],
  ['marz', 'maerz', 'mars', 'marzo', 'marco', 'maart', 'mrt', 'mrz'],
  ['april', 'avril', 'abril', 'aprile'],
  ['mai', 'mayo', 'maio', 'maggio', 'mei'],
  ['juni', 'juin', 'junio', 'junho', 'giugno'],
  ['juli', 'juillet', 'julio', 'julho', 'luglio'],
  ['august', 'aout', 'agosto', 'augustus'],
  ['september', 'septembre', 'septiembre', 'setembro', 'settembre'],
  ['oktober', 'octobre', 'octubre', 'outubro', 'ottobre'],
  ['november', 'novembre', 'noviembre', 'novembro'],
  ['dezember', 'decembre', 'diciembre', 'dezembro', 'dicembre', 'december'],
];

/** The names of weekdays in the same languages, without accents, from Monday. */
export const foreignWeekdays: readonly (readonly string[])[] = [
  ['montag', 'lundi', 'lunes', 'segunda-feira', 'lunedi', 'maandag'],
  ['dienstag', 'mardi', 'martes', 'terca-feira', 'martedi', 'dinsdag'],
  ['mittwoch', 'mercredi', 'miercoles', 'quarta-feira', 'mercoledi', 'woensdag'],
  ['donnerstag', 'jeudi', 'jueves', 'quinta-feira', 'giovedi', 'donderdag'],
  ['freitag', 'vendredi', 'viernes', 'sexta-feira', 'venerdi', 'vrijdag'],
  ['samstag', 'sonnabend', 'samedi', 'sabado', 'sabato', 'zaterdag'],
  ['sonntag', 'dimanche', 'domingo', 'domenica', 'zondag'],
];

/** The usual patterns of dates, each with the year in two digits too. No file has numbers in both orders. */
export const datePatterns = {
  monthFirst: ['M/d/yyyy', 'M/d/yy', 'M-d-yyyy', 'M-d-yy'],
  dayFirst: ['d/M/yyyy', 'd/M/yy', 'd-M-yyyy', 'd-M-yy'],
  /** The order of day and month is plain. Dates with dots have the day first. */
  plain: [
    ...['d.M.yyyy', 'd.M.yy'],
    ...['d-MMM-yyyy', 'd-MMM-yy', 'MMM d, yyyy', 'MMM d, yy', 'd MMM yyyy', 'd MMM yy'],
    ...['EEEE, MMM d, yyyy', 'yyyy/M/d', 'yyyyMMdd'],
  ],
} as const;

/** The patterns of times that may follow them. */
export const timePatterns = ['h:mm a', 'h:mm:ss a', 'HH:mm', 'HH:mm:ss'] as const;

/** The words that people write into a cell that has no value yet. */
export const blankWords = [
  ...['TBD', 'TBA', 'TBC', 'N/A', 'NA', 'none', 'unknown', 'pending', '?', '-', '--', '–', '—'],
] as const;
