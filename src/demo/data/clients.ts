/** A kind of client: its share of all companies, and the sectors that it builds in. */
export interface ClientKind {
  /** The key of a company category. */
  readonly category: string;
  /** Its share of all companies, in thousandths. */
  readonly share: number;
  /** The amount of work of each client; 1 is the average. */
  readonly activity: number;
  /** Whether it bids its jobs openly, as the law requires of public owners. */
  readonly isPublic: boolean;
  readonly industries: readonly string[];
  readonly sectors: readonly string[];
  /** Patterns with the gaps `{place}`, `{family}` and `{word}`. */
  readonly names: readonly string[];
}

const kind = (
  figures: readonly [category: string, share: number, activity: number],
  industries: readonly string[],
  sectors: readonly string[],
  names: readonly string[],
): ClientKind => {
  const [category, share, activity] = figures;
  return { category, share, activity, isPublic: category === 'public_agency', industries, sectors, names };
};

export const clientKinds: readonly ClientKind[] = [
  kind(
    ['public_agency', 52, 1.5],
    ['Public Education'],
    ['K-12 Education', 'Sports / Recreation'],
    ['{place} ISD', '{place} Public Schools'],
  ),
  kind(
    ['public_agency', 46, 1.1],
    ['Local Government'],
    [
      ...['Government / Civic', 'Public Safety', 'Infrastructure', 'Water / Wastewater', 'Sports / Recreation'],
      ...['Aviation', 'Parking'],
    ],
    ['City of {place}', '{place} County', 'Town of {place}'],
  ),
  kind(
    ['public_agency', 8, 1.4],
    ['Federal Government'],
    ['Federal / Military'],
    ['{place} Air Station Contracting Office', '{place} Army Garrison Public Works'],
  ),
  kind(
    ['public_agency', 8, 0.9],
    ['State Government'],
    ['Government / Civic', 'Infrastructure', 'Cultural'],
    ['{place} State Facilities Commission', '{place} Regional Mobility Authority'],
  ),
  kind(
    ['owner', 20, 1.4],
    ['Private Education'],
    ['Higher Education', 'Student Housing', 'Cultural', 'Parking'],
    ['{place} University', '{place} College'],
  ),
  kind(
    ['owner', 30, 1.6],
    ['Healthcare'],
    ['Healthcare', 'Outpatient', 'Outpatient', 'Senior Living'],
    ['{place} Methodist Health', '{place} Memorial Hospital', 'St. {saint} Health System', '{place} Pediatrics Group'],
  ),
  kind(
    ['owner', 32, 1],
    ['Manufacturing'],
    ['Manufacturing', 'Warehouse / Distribution', 'Energy / Utilities'],
    ['{family} Manufacturing', '{word} Components', '{word} Foods'],
  ),
  kind(
    ['owner', 12, 1.1],
    ['Logistics'],
    ['Warehouse / Distribution', 'Cold Storage'],
    ['{word} Logistics', '{family} Cold Chain'],
  ),
  kind(
    ['owner', 10, 0.7],
    ['Energy', 'Utilities'],
    ['Energy / Utilities', 'Water / Wastewater', 'Office'],
    ['{place} Electric Cooperative', '{word} Midstream'],
  ),
  kind(
    ['owner', 20, 0.5],
    ['Nonprofit'],
    ['Religious'],
    ['{place} Baptist Church', 'St. {saint} Catholic Church', '{place} Community Church'],
  ),
  kind(
    ['owner', 8, 0.9],
    ['Technology', 'Pharma / Biotech'],
    ['Data Center', 'Life Sciences', 'Tenant Interiors'],
    ['{word} Compute', '{word} Therapeutics'],
  ),
  kind(
    ['developer', 54, 1.2],
    ['Real Estate Development', 'Investment / REIT'],
    [
      ...['Office', 'Multifamily', 'Mixed Use', 'Warehouse / Distribution', 'Retail', 'Hospitality', 'Senior Living'],
      ...['Affordable Housing', 'Parking'],
    ],
    [
      '{family} Development',
      '{word} Capital Partners',
      '{place} Land Company',
      '{word} Realty',
      '{family} & {family} Properties',
    ],
  ),
  kind(
    ['client', 30, 1.1],
    ['Retail'],
    ['Retail'],
    ['{family} Outfitters', '{word} Market', '{family} Pharmacy', '{word} Fitness'],
  ),
  kind(
    ['client', 26, 1.3],
    ['Food Service'],
    ['Restaurant'],
    ["{family}'s Tacos", '{word} Coffee', "{family}'s Smokehouse", '{word} Burger Co.'],
  ),
  kind(
    ['client', 34, 1.2],
    ['Technology', 'Finance / Insurance'],
    ['Tenant Interiors', 'Office'],
    ['{word} Software', '{family} Credit Union', '{word} Insurance Group', '{family} {family} LLP'],
  ),
  kind(['client', 8, 0.9], ['Hospitality'], ['Hospitality'], ['{word} Hotels', '{family} Hospitality']),
  kind(
    ['property_manager', 34, 1.5],
    ['Property Management'],
    ['Tenant Interiors', 'Tenant Interiors', 'Office', 'Parking'],
    ['{word} Property Services', '{family} Realty Management'],
  ),
];
