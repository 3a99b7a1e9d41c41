/** A kind of building, with its costs and its job names. Amounts are in millions, prices in dollars. */
export interface Sector {
  /** As in the account's list of market sectors. */
  readonly name: string;
  /** The share of its jobs relative to the client's other sectors. */
  readonly share: number;
  readonly median: number;
  readonly spread: number;
  readonly perSquareFoot?: readonly [low: number, high: number];
  /** The price per key, apartment, bed or stall. */
  readonly perUnit?: readonly [low: number, high: number];
  /** The firm's success in the sector; 1 is its average. */
  readonly strength: number;
  /** The usual scope of work, if the name of a job does not imply one. */
  readonly scope: string;
  /** Patterns with the gaps `{place}`, `{street}`, `{client}` and `{number}`. */
  readonly jobs: readonly string[];
}

const sector = (
  name: string,
  figures: readonly [share: number, median: number, spread: number, strength: number],
  more: Pick<Sector, 'perSquareFoot' | 'perUnit' | 'jobs'> & { readonly scope?: string },
): Sector => {
  const [share, median, spread, strength] = figures;
  return { name, share, median, spread, strength, scope: 'new_construction', ...more };
};

/** The sectors that the firm bids in. */
export const sectors: readonly Sector[] = [
  sector('Office', [5, 3.2, 1.1, 1], {
    perSquareFoot: [170, 310],
    jobs: ['{place} Office Building {number}', '{client} Regional Office', '{street} Office Renovation'],
  }),
  sector('Tenant Interiors', [16, 0.55, 0.9, 1.15], {
    perSquareFoot: [65, 185],
    scope: 'tenant_improvement',
    jobs: ['{client} Suite {suite}', '{client} - {place} Tower Level {level}', 'Suite {suite} Spec Suite, {street}'],
  }),
  sector('Retail', [8, 1.1, 0.9, 1], {
    perSquareFoot: [130, 260],
    jobs: ['{client} at {place} Crossing', '{place} Plaza Shell Building {letter}', '{client} Store {store} Remodel'],
  }),
  sector('Restaurant', [8, 0.95, 0.6, 0.9], {
    perSquareFoot: [340, 640],
    scope: 'tenant_improvement',
    jobs: ['{client} - {place}', '{client} {street} Drive-Thru', '{client} Kitchen Remodel, {place}'],
  }),
  sector('Hospitality', [5, 11, 0.7, 0.8], {
    perSquareFoot: [210, 370],
    perUnit: [140_000, 260_000],
    jobs: ['{place} Hotel', '{place} Inn & Suites', '{client} {place} Guestroom Renovation'],
  }),
  sector('Multifamily', [6, 17, 0.7, 0.85], {
    perSquareFoot: [160, 235],
    perUnit: [150_000, 225_000],
    jobs: [
      '{place} Apartments',
      'The {place} on {street}',
      '{place} Flats Phase {phase}',
      '{place} Clubhouse Renovation',
    ],
  }),
  sector('Senior Living', [3, 14, 0.7, 0.9], {
    perSquareFoot: [215, 325],
    perUnit: [190_000, 310_000],
    jobs: ['{place} Senior Living', '{place} Memory Care', '{place} Assisted Living Addition'],
  }),
  sector('Student Housing', [2, 16, 0.6, 0.8], {
    perSquareFoot: [195, 280],
    perUnit: [85_000, 140_000],
    jobs: ['{place} Residence Hall', '{place} Student Village Phase {phase}'],
  }),
  sector('Affordable Housing', [3, 13, 0.5, 0.9], {
    perSquareFoot: [165, 230],
    perUnit: [160_000, 220_000],
    jobs: ['{place} Family Housing', '{place} Townhomes', '{place} Senior Apartments'],
  }),
  sector('Mixed Use', [2, 22, 0.8, 0.75], {
    perSquareFoot: [195, 310],
    jobs: ['{place} Station Mixed Use', '{street} Block {number} Mixed Use', '{place} Village Center'],
  }),
  sector('Healthcare', [5, 6.5, 1.2, 1.1], {
    perSquareFoot: [480, 880],
    jobs: [
      '{client} Bed Tower Level {level}',
      '{client} Emergency Department Expansion',
      '{client} Imaging Suite Renovation',
    ],
  }),
  sector('Outpatient', [8, 2.4, 0.9, 1.25], {
    perSquareFoot: [330, 560],
    jobs: [
      '{client} Outpatient Pavilion',
      '{place} Surgery Center',
      '{place} Medical Office Building',
      '{client} Clinic - {place}',
    ],
  }),
  sector('Life Sciences', [1, 8, 0.9, 0.7], {
    perSquareFoot: [480, 820],
    jobs: ['{client} Laboratory Fit-Out', '{place} Research Building {number}'],
  }),
  sector('K-12 Education', [15, 15, 1.1, 1.2], {
    perSquareFoot: [285, 430],
    jobs: [
      '{place} Elementary School Addition',
      '{place} Middle School Renovation',
      '{place} High School Fine Arts Center',
      '{place} Elementary School',
      '{place} High School CTE Center',
      '{place} Field House',
      '{client} Secure Vestibules Package {number}',
      '{client} Administration Building',
    ],
  }),
  sector('Higher Education', [6, 6.2, 1.1, 0.9], {
    perSquareFoot: [400, 690],
    jobs: [
      '{place} Hall Renovation',
      '{client} Science Building',
      '{client} Student Union Expansion',
      '{place} Library Refresh',
    ],
  }),
  sector('Manufacturing', [6, 5.5, 1.1, 0.95], {
    perSquareFoot: [145, 320],
    jobs: ['{client} Plant Expansion', '{client} Line {number} Retrofit', '{place} Manufacturing Facility'],
  }),
  sector('Warehouse / Distribution', [9, 8, 0.9, 1.15], {
    perSquareFoot: [72, 122],
    jobs: [
      'Parcel {parcel} Warehouse Shell',
      '{place} Logistics Center Building {number}',
      '{client} Distribution Center',
      '{place} Crossdock',
    ],
  }),
  sector('Cold Storage', [2, 14, 0.7, 0.8], {
    perSquareFoot: [195, 310],
    jobs: ['{client} Freezer Expansion', '{place} Cold Storage'],
  }),
  sector('Data Center', [2, 34, 0.8, 0.45], {
    perSquareFoot: [850, 1350],
    jobs: ['{place} Data Center Hall {number}', '{place} Data Center Shell'],
  }),
  sector('Government / Civic', [7, 4.2, 1, 0.95], {
    perSquareFoot: [360, 590],
    jobs: ['{client} Municipal Annex', '{place} Branch Library', '{place} Community Center', '{client} Service Center'],
  }),
  sector('Federal / Military', [4, 5.5, 1, 0.6], {
    perSquareFoot: [390, 690],
    jobs: [
      'Building {building} Barracks Renovation',
      'Hangar {number} Repair',
      'Building {building} Roof and HVAC Repair',
    ],
  }),
  sector('Public Safety', [4, 6.8, 0.8, 1.05], {
    perSquareFoot: [430, 640],
    jobs: ['{client} Fire Station {number}', '{place} Police Substation', '{client} Emergency Operations Center'],
  }),
  sector('Aviation', [2, 5.2, 1, 0.8], {
    perSquareFoot: [380, 760],
    jobs: ['{place} Airport Terminal Improvements', 'Hangar {number} at {place} Airport'],
  }),
  sector('Infrastructure', [3, 3.4, 0.9, 0.85], {
    scope: 'infrastructure',
    jobs: ['{street} Reconstruction', '{place} Drainage Improvements', '{street} Bridge Repair'],
  }),
  sector('Energy / Utilities', [3, 3.8, 1, 0.9], {
    scope: 'infrastructure',
    jobs: ['{place} Substation Control House', '{client} Operations Yard', '{place} Maintenance Shop'],
  }),
  sector('Water / Wastewater', [3, 6.4, 0.9, 0.85], {
    scope: 'infrastructure',
    jobs: ['{place} Lift Station {number}', '{place} Water Treatment Plant Upgrade', '{place} Pump Station Rehab'],
  }),
  sector('Religious', [4, 2.6, 0.8, 1.1], {
    perSquareFoot: [260, 410],
    jobs: ['{client} Sanctuary', '{client} Family Life Center', '{client} Education Wing'],
  }),
  sector('Sports / Recreation', [3, 4.4, 1, 1], {
    perSquareFoot: [240, 440],
    jobs: ['{place} Recreation Center', '{place} Natatorium', '{place} Athletic Complex'],
  }),
  sector('Cultural', [1, 7, 0.9, 0.8], {
    perSquareFoot: [430, 780],
    jobs: ['{place} Museum Renovation', '{place} Performing Arts Center'],
  }),
  sector('Parking', [2, 6.5, 0.7, 0.95], {
    perSquareFoot: [65, 105],
    perUnit: [21_000, 32_000],
    jobs: ['{place} Parking Garage', '{client} Garage {letter} Repairs', '{street} Garage Restoration'],
  }),
];
