/**
 * The names that files give a field, best first, in lower-case words. A proposal compares the words in any order; `#`
 * counts as `number`. A name that means something else in many files is not here: no guess is better than a wrong one.
 */
export type Synonyms = Readonly<Record<string, readonly string[]>>;

/** The parts of an address. */
export const address: Synonyms = {
  'address.street_address': [
    ...['street address', 'project address', 'site address', 'job address', 'jobsite address', 'property address'],
    ...['company address', 'mailing address', 'billing address', 'street', 'address', 'address 1', 'address line 1'],
    ...['street address 1', 'site location', 'project location', 'job location', 'location'],
  ],
  'address.street_address2': [
    'street address 2',
    'street line 2',
    'address 2',
    'address line 2',
    'suite',
    'unit number',
    'apt',
  ],
  'address.city': [
    'city',
    'project city',
    'site city',
    'job city',
    'town',
    'city town',
    'billing city',
    'mailing city',
    'city state',
    'city st',
    'city state zip',
  ],
  'address.state': [
    ...['state', 'project state', 'state province', 'state region', 'province', 'st', 'billing state', 'mailing state'],
    'state code',
  ],
  'address.zip': [
    ...['zip', 'zip code', 'zipcode', 'postal code', 'postcode', 'project zip', 'zip postal code', 'billing zip'],
    'mailing zip',
  ],
  'address.country': ['country', 'country region', 'project country', 'billing country'],
};

/** The company that a job is for. */
export const company: readonly string[] = [
  ...['client', 'client name', 'customer', 'customer name', 'account name', 'account', 'company', 'company name'],
  ...[
    'organization',
    'organization name',
    'associated company',
    'general contractor',
    'gc',
    'gc client',
    'owner client',
  ],
  ...[
    'client owner',
    'owner',
    'project owner',
    'building owner',
    'property owner',
    'bidding to',
    'bid to',
    'developer',
  ],
];

/** The person of a company. */
export const contact: readonly string[] = [
  ...['contact', 'contact name', 'contact person', 'primary contact', 'client contact', 'main contact', 'attention'],
];

/** The id in another program. @param own what the family calls it. */
export const externalIdOf = (...own: readonly string[]): readonly string[] => [
  'external id',
  ...own,
  ...['record id', 'unique id', 'id', 'guid', 'uuid'],
];

/** The size of a job. */
export const size: Synonyms = {
  square_feet: [
    ...[
      'square feet',
      'square footage',
      'sq ft',
      'sq feet',
      'sqft',
      'sf',
      'gsf',
      'area sf',
      'area sq ft',
      'building area',
    ],
    ...['gross square feet', 'building size', 'project size sf', 'size sf', 'area'],
  ],
  units: ['units', 'number of units', 'unit count', 'number units', 'doors', 'beds', 'keys'],
};

/** The kinds of a job. */
export const kinds: Synonyms = {
  market_sector: ['market sector', 'market', 'sector', 'market segment', 'building type', 'project type', 'vertical'],
  contract_type: ['contract type', 'type of contract', 'contract'],
  delivery_method: ['delivery method', 'project delivery', 'project delivery method', 'delivery'],
  tender_type: ['tender type', 'bid type', 'procurement', 'procurement type'],
  division: ['division', 'department', 'business unit', 'office'],
  lead_source: ['lead source', 'source', 'original source', 'referral source', 'how heard', 'deal source'],
  work_scope: ['work scope', 'scope of work', 'scope', 'work type', 'type of work', 'construction type', 'job type'],
};
