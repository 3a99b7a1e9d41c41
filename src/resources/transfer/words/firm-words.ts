/** The legal forms of firms, without points and spaces. After a comma they belong to the name before it. */
export const legalForms = [
  ...['inc', 'incorporated', 'llc', 'll', 'llp', 'lllp', 'lp', 'ltd', 'limited', 'co', 'company', 'corp'],
  ...['corporation', 'pa', 'pc', 'plc', 'pllc', 'pte', 'gmbh', 'coinc', 'coltd', 'llcdba', 'na'],
] as const;

/** The suffixes that belong to the name of a person after a comma, without points and spaces. */
export const personSuffixes = [
  ...['jr', 'sr', 'ii', 'iii', 'iv', 'esq', 'md', 'dds', 'phd', 'pe', 'aia', 'faia', 'ra', 'rla', 'cpa', 'leed ap'],
  ...['leed ga', 'leed ap bdc', 'leed bdc'],
  ...'se cpe ccm cfm pmp leed bdc dbia asla aicp ncarb riba csi cdt ccca mba jd pg rpls pls csp chst eit edac sphr cem'.split(
    ' ',
  ),
] as const;

/** The words of the job titles that people write behind a name, folded. */
export const jobTitles: readonly string[] = (
  'estimator estimating manager pm apm president owner superintendent engineer architect director vp vice principal ' +
  'coordinator foreman buyer purchasing ceo cfo coo project senior sr junior assistant asst chief lead preconstruction ' +
  'precon executive office operations construction sales accountant controller supervisor inspector of'
).split(' ');

/** The titles in front of the name of a person, without points. */
export const honorifics = ['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'rev', 'hon', 'sir', 'mx'] as const;

/** Words that are in the names of firms and not of people. */
export const firmWords = [
  ...['ac', 'air', 'appliance', 'architects', 'architecture', 'associates', 'assoc', 'authority', 'bank', 'brothers'],
  ...['builder', 'builders', 'building', 'capital', 'center', 'church', 'city', 'college', 'companies', 'concrete'],
  ...[
    'construction',
    'constructors',
    'consultants',
    'consulting',
    'contracting',
    'contractor',
    'contractors',
    'cooling',
  ],
  ...['county', 'custom', 'demolition', 'department', 'design', 'designs', 'developers', 'development', 'district'],
  ...['drywall', 'electric', 'electrical', 'energy', 'engineering', 'engineers', 'enterprise', 'enterprises', 'fence'],
  ...['foundation', 'general', 'global', 'group', 'heat', 'heating', 'holdings', 'home', 'homes', 'hospital'],
  ...['hotel', 'hotels', 'hvac', 'independent', 'industries', 'institute', 'international', 'interiors', 'investments'],
  ...[
    'irrigation',
    'isd',
    'landscape',
    'landscaping',
    'maintenance',
    'management',
    'mechanical',
    'ministries',
    'national',
  ],
  ...['of', 'partners', 'partnership', 'paving', 'plumbing', 'pools', 'properties', 'property', 'realty', 'remodeling'],
  ...[
    'renovation',
    'renovations',
    'rentals',
    'repair',
    'restoration',
    'roofing',
    'school',
    'service',
    'services',
    'sign',
  ],
  ...[
    'signs',
    'solar',
    'solutions',
    'sons',
    'state',
    'steel',
    'storage',
    'structures',
    'supply',
    'systems',
    'technologies',
  ],
  ...['technology', 'texas', 'the', 'trust', 'university', 'ventures', 'works', 'and'],
] as const;

/** Words that `title` keeps in upper case. */
export const upperWords = [
  ...[
    'LLC',
    'LLP',
    'LP',
    'PLLC',
    'PC',
    'USA',
    'US',
    'II',
    'III',
    'IV',
    'HVAC',
    'MEP',
    'NE',
    'NW',
    'SE',
    'SW',
    'PO',
    'ISD',
  ],
] as const;
