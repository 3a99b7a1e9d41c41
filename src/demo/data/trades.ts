/** A kind of company that the firm does not build for: a partner or a competitor. */
export interface TradeKind {
  /** The key of a company category. */
  readonly category: string;
  /** Its share of all companies, in thousandths. */
  readonly share: number;
  readonly industries: readonly string[];
  readonly names: readonly string[];
}

const kind = (category: string, share: number, industries: readonly string[], names: readonly string[]): TradeKind => ({
  category,
  share,
  industries,
  names,
});

export const tradeKinds: readonly TradeKind[] = [
  kind('architect', 110, ['Architecture'], ['{family} {family} Architects', 'Studio {family}', '{word} Design Group']),
  kind('architect', 14, ['Interior Design'], ['{family} Interiors', '{word} Interior Architecture']),
  kind('engineer', 34, ['Structural Engineering'], ['{family} Structural Engineers', '{family} & {family} Engineers']),
  kind('engineer', 34, ['MEP Engineering'], ['{word} MEP', '{family} Consulting Engineers']),
  kind('engineer', 28, ['Civil Engineering'], ['{family} Civil', '{place} Surveying & Engineering']),
  kind('subcontractor', 24, ['Concrete'], ['{family} Concrete', '{word} Foundations']),
  kind('subcontractor', 20, ['Steel'], ['{family} Steel Erectors', '{word} Fabrication']),
  kind('subcontractor', 26, ['Mechanical'], ['{family} Mechanical', '{word} Air']),
  kind('subcontractor', 26, ['Electrical'], ['{family} Electric', '{word} Electrical Contractors']),
  kind('subcontractor', 20, ['Plumbing'], ['{family} Plumbing', '{family} & Sons Plumbing']),
  kind('subcontractor', 18, ['Roofing'], ['{family} Roofing', '{word} Roof Systems']),
  kind('subcontractor', 14, ['Glazing'], ['{family} Glass', '{word} Curtainwall']),
  kind('subcontractor', 20, ['Drywall'], ['{family} Drywall', '{word} Acoustics']),
  kind('subcontractor', 20, ['Sitework'], ['{family} Excavation', '{place} Utilities']),
  kind('supplier', 26, ['Manufacturing'], ['{word} Building Supply', '{family} Doors & Hardware', '{word} Ready Mix']),
  kind(
    'consultant',
    18,
    ['MEP Engineering'],
    ['{family} Commissioning', '{family} Roof Consulting', '{word} Code Consultants'],
  ),
  kind(
    'owners_representative',
    26,
    ['Real Estate Development'],
    ['{family} Program Management', '{word} Owner Advisors'],
  ),
  kind('construction_manager', 6, ['Real Estate Development'], ['{family} Construction Managers']),
  kind('general_contractor', 8, ['Real Estate Development'], ['{family} General Contractors']),
  kind(
    'competitor',
    44,
    ['Real Estate Development'],
    ['{family} Builders', '{family} Construction', '{word} Contractors'],
  ),
  kind('broker', 28, ['Property Management'], ['{family} Commercial Real Estate', '{word} Tenant Advisors']),
  kind('lender', 10, ['Finance / Insurance'], ['{word} Bank', '{family} Capital']),
  kind('surety', 6, ['Finance / Insurance'], ['{family} Surety', '{word} Bonding']),
];

/** Words for the names of firms. */
export const words: readonly string[] = [
  ...['Apex', 'Atlas', 'Beacon', 'Bison', 'Bright Star', 'Cactus', 'Cardinal', 'Cedar', 'Compass', 'Copper', 'Corner'],
  ...['Coyote', 'Crestline', 'Crosswind', 'Delta', 'Dogwood', 'Evergreen', 'Fieldstone', 'Flatiron', 'Frontier'],
  ...['Golden Plains', 'Grayhawk', 'Harbor', 'Highline', 'Ironwood', 'Keystone', 'Lariat', 'Lodestar', 'Lonesome Dove'],
  ...['Mainspring', 'Meridian', 'Mustang', 'North Fork', 'Oakline', 'Open Range', 'Panhandle', 'Pinnacle', 'Plainview'],
  ...['Prairie', 'Quarry', 'Rangeland', 'Red River', 'Redstone', 'Rio', 'Roundup', 'Saddleback', 'Sandstone', 'Sierra'],
  ...[
    'Skyline',
    'Southwind',
    'Spur',
    'Summit',
    'Sundance',
    'Talon',
    'Terrace',
    'Thunderbird',
    'Trailhead',
    'Tri-County',
  ],
  ...['Trinity', 'Tumbleweed', 'Vantage', 'Waypoint', 'West Branch', 'Whitetail', 'Wrangler', 'Zenith'],
];

export const saints: readonly string[] = ['Brendan', 'Clement', 'Cecilia', 'Florian', 'Isidore', 'Monica', 'Raphael'];
