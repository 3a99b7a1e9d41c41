/** The states of the US, its territories and the provinces of Canada that addresses name, by code. */
export const states: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DC: 'District of Columbia',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  GU: 'Guam',
  HI: 'Hawaii',
  IA: 'Iowa',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  MA: 'Massachusetts',
  MD: 'Maryland',
  ME: 'Maine',
  MI: 'Michigan',
  MN: 'Minnesota',
  MO: 'Missouri',
  MS: 'Mississippi',
  MT: 'Montana',
  NC: 'North Carolina',
  ND: 'North Dakota',
  NE: 'Nebraska',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NV: 'Nevada',
  NY: 'New York',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  PR: 'Puerto Rico',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VA: 'Virginia',
  VI: 'Virgin Islands',
  VT: 'Vermont',
  WA: 'Washington',
  WI: 'Wisconsin',
  WV: 'West Virginia',
  WY: 'Wyoming',
};

/** The first digits of the ZIP codes that begin with 0, by the code of the state. A spreadsheet drops the zeros. */
export const zipsWithZeros: Readonly<Record<string, readonly string[]>> = {
  CT: ['06'],
  MA: ['01', '02', '05'],
  ME: ['03', '04'],
  NH: ['03'],
  NJ: ['07', '08'],
  PR: ['00'],
  RI: ['02'],
  VI: ['00'],
  VT: ['05'],
};

/** Countries that addresses end with, in small letters. Cities of the United States that are called so are few. */
export const otherCountries: ReadonlySet<string> = new Set(
  (
    'australia, austria, belgium, brazil, canada, china, denmark, england, france, germany, india, israel, italy, japan, ' +
    'mexico, netherlands, new zealand, norway, portugal, scotland, singapore, south africa, south korea, spain, sweden, ' +
    'switzerland, taiwan, uk, united kingdom'
  ).split(', '),
);

export const countryNames = ['USA', 'U.S.A.', 'US', 'U.S.', 'United States', 'United States of America'] as const;

/** The words that end the name of a street. Without commas, the city follows them. */
export const streetEndings = [
  ...['aly', 'ave', 'avenue', 'blvd', 'boulevard', 'cir', 'circle', 'court', 'cove', 'ct', 'cv', 'dr', 'drive'],
  ...['expressway', 'expy', 'fwy', 'freeway', 'highway', 'hwy', 'lane', 'ln', 'loop', 'parkway', 'pass', 'path'],
  ...['pike', 'pkwy', 'pl', 'place', 'plaza', 'plz', 'rd', 'road', 'route', 'rte', 'run', 'sq', 'square', 'st'],
  ...['street', 'ter', 'terrace', 'tpke', 'trail', 'trl', 'way'],
] as const;

/** The words before the number of a suite. They belong to the street. */
export const unitWords = [
  'apt',
  'bldg',
  'building',
  'dept',
  'fl',
  'floor',
  'lot',
  'rm',
  'room',
  'ste',
  'suite',
  'unit',
];
