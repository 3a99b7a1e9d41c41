import { cities, firstNames, lastNames, places, streets, words } from './names.ts';
import { randomOf, type Random } from './random.ts';
import { workScopes } from '../src/resources/vocabulary/choices.ts';
import { wireTime } from '../src/resources/vocabulary/formats.ts';
import type { Row } from '../src/resources/resource.ts';

/** The numbers of records in a firm. */
export interface FirmSize {
  readonly projects: number;
  readonly companies: number;
  readonly contacts: number;
  readonly users: number;
}

export const firmSize = (projects: number): FirmSize => ({
  projects,
  companies: Math.ceil(projects / 10),
  contacts: Math.ceil(projects / 5),
  users: 50,
});

/** The ids of an account's lists, by plural, and its stages. */
export interface Lists {
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly stages: readonly Stage[];
}

export interface Stage {
  readonly id: string;
  readonly category: string;
}

/** The kinds of building in project names, beside the place: half of the words that the benchmark searches for. */
export const kinds: readonly string[] = [
  ...['Elementary School', 'High School Gymnasium', 'Office Building', 'Medical Center', 'Fire Station', 'Warehouse'],
  ...['Parking Garage', 'Data Center', 'Apartments', 'Hotel', 'Community College', 'Water Treatment Plant', 'Library'],
  ...['Surgery Center', 'Courthouse', 'Retail Center', 'Distribution Center', 'Church', 'Airport Terminal', 'Stadium'],
];

const remarks: readonly string[] = [
  'Two-story steel frame with tilt-wall panels and a standing seam roof.',
  'Renovation in three phases while the building stays occupied.',
  'Owner furnishes kitchen equipment; contractor coordinates rough-in.',
  'Liquidated damages apply; addendum two moves the bid date.',
  'Site work includes detention, paving and two signalized intersections.',
  'Prequalification required, with financial statements and safety record.',
];

const firstDay = Date.UTC(2021, 0, 4);
const lastDay = Date.UTC(2026, 0, 5);
const dayLength = 86_400_000;

/** The creation time of record `index` of `count`. The times are spread evenly over five years. */
export const madeAt = (index: number, count: number): string =>
  wireTime(new Date(firstDay + Math.floor(((lastDay - firstDay) * index) / count)));

const dateAfter = (instant: string, days: number): string =>
  new Date(Date.parse(instant) + days * dayLength).toISOString().slice(0, 10);

const identity = (index: number, at: string) => ({
  ...{ id: String(index + 1), version: 1, created_at: at, updated_at: at, deleted_at: null },
});

/** A user of the firm. The firm also has an admin, whose id is 1. */
export const userRow = (index: number, size: FirmSize): Row => {
  const random = randomOf(1, 'user', index);
  const name = { first_name: random.pick(firstNames), last_name: random.pick(lastNames) };
  return {
    ...identity(index + 1, madeAt(index, size.users)),
    ...name,
    ...{ name: `${name.first_name} ${name.last_name}`, email: `user${index}@plumbline.example`, role: 'member' },
  };
};

export const companyRow = (index: number, size: FirmSize): Row => {
  const random = randomOf(1, 'company', index);
  const name = `${random.pick(words)} ${random.pick(lastNames)} ${random.pick(['Partners', 'Group', 'Inc', 'LLC'])}`;
  return {
    ...identity(index, madeAt(index, size.companies)),
    ...addressOf(random),
    ...{ name, description: null, category: null, phone: `+1 210 555 ${random.whole(1000, 9999)}` },
    ...{ website: `https://company${index}.example`, created_by_id: userOf(random, size), custom_fields: {} },
    external_id: `C-${index}`,
  };
};

export const contactRow = (index: number, size: FirmSize): Row => {
  const random = randomOf(1, 'contact', index);
  const name = { first_name: random.pick(firstNames), last_name: random.pick(lastNames) };
  return {
    ...identity(index, madeAt(index, size.contacts)),
    ...name,
    ...{ name: `${name.first_name} ${name.last_name}`, email: `contact${index}@clients.example` },
    ...{ job_title: 'Project Manager', mobile_phone: null, office_phone: null, linked_in_profile_url: null },
    ...{ company_id: idBelow(random, size.companies), assigned_to_id: null, created_by_id: userOf(random, size) },
    ...{ custom_fields: {}, external_id: null },
  };
};

/** A project with its references, as an estimator keeps it. */
export function projectRow(index: number, size: FirmSize, lists: Lists): Row {
  const random = randomOf(1, 'project', index);
  const at = madeAt(index, size.projects);
  const pick = (plural: string): string => random.pick(lists.ids[plural] ?? []);
  const stage = random.pick(lists.stages);
  return {
    ...identity(index, at),
    ...addressOf(random),
    ...bidOf(random, at),
    ...closingOf(stage, at),
    ...{ name: nameOf(random, index), description: `${random.pick(remarks)} ${random.pick(remarks)}` },
    ...{ probability: 0.35, project_number: `P-${index + 1}`, external_id: `ERP-${index + 1}` },
    ...{ assigned_to_id: userOf(random, size), created_by_id: userOf(random, size), import_id: null },
    ...{ company_id: idBelow(random, size.companies), contact_id: idBelow(random, size.contacts) },
    ...{ contract_type_id: pick('contract_types'), division_id: pick('divisions') },
    ...{
      lead_source_id: pick('lead_sources'),
      loss_reason_id: stage.category === 'lost' ? pick('loss_reasons') : null,
    },
    ...{ market_sector_id: pick('market_sectors'), tender_type_id: pick('tender_types') },
    ...{ delivery_method_id: pick('delivery_methods'), project_stage_id: stage.id },
    ...{ work_scope: random.pick(workScopes), custom_fields: {}, stage_changed_at: at },
  };
}

const nameOf = (random: Random, index: number): string =>
  `${random.pick(places)} ${random.pick(kinds)} ${index % 40 === 0 ? 'Renovation' : `Phase ${random.whole(1, 9)}`}`;

function bidOf(random: Random, at: string) {
  const squareFeet = random.whole(50, 4000) * 100;
  const amount = squareFeet * random.whole(120, 480);
  const bidDue = dateAfter(at, random.whole(10, 120));
  return {
    ...{ amount, square_feet: squareFeet, price_per_square_foot: amount / squareFeet },
    ...{ units: null, price_per_unit: null, bid_due_date: bidDue, bid_due_at: `${bidDue}T19:00:00Z` },
    ...{ bid_due_at_includes_time: true, start_date: dateAfter(at, 200), end_date: dateAfter(at, 560) },
    project_duration: 361,
  };
}

/** Open projects have neither value. A closed project was awarded 150 days after its creation. */
function closingOf({ category }: Stage, at: string) {
  const isClosed = category === 'won' || category === 'lost';
  return { close_type: isClosed ? category : null, award_date: isClosed ? dateAfter(at, 150) : null };
}

function addressOf(random: Random) {
  const city = random.pick(cities);
  return {
    address_street_address: `${random.whole(100, 9999)} ${random.pick(streets)}`,
    address_street_address2: null,
    ...{ address_city: city.name, address_state: city.state, address_zip: '78205', address_country: 'US' },
  };
}

const idBelow = (random: Random, count: number): string => String(random.whole(1, count));

const userOf = (random: Random, { users }: FirmSize): string => String(random.whole(1, users + 1));
