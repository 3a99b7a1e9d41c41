import { snakeCase } from '../domain/entry-key.ts';
import type { Values } from '../domain/rule.ts';
import { addressIn, type Company } from './companies.ts';
import type { Contact } from './contacts.ts';
import { cities } from './data/places.ts';
import { leadSources, privateTenders, publicLeadSources, publicTenders } from './data/reasons.ts';
import { type Sector, sectors } from './data/sectors.ts';
import type { Day } from './days.ts';
import type { Links } from './deed.ts';
import type { Random } from './random.ts';
import { unused, worded } from './wording.ts';

/** A building that a client wants, either as a lead or as a project. */
export interface Job {
  readonly title: string;
  readonly client: Company;
  readonly contact: Contact | undefined;
  readonly sector: Sector;
  readonly tender: string;
  /** In dollars, as first estimated. */
  readonly amount: number;
  /** Months of construction. */
  readonly months: number;
  /** The values that leads and projects share, by column. */
  readonly values: Values;
  readonly links: Links;
}

/** Draws jobs with unique names. */
export class JobMarket {
  readonly #clients: readonly (readonly [Company, number])[];
  readonly #contactsOf: (company: Company, day: Day) => readonly Contact[];
  readonly #taken = new Set<string>();

  constructor(companies: readonly Company[], contactsOf: (company: Company, day: Day) => readonly Contact[]) {
    this.#clients = companies.filter(({ client }) => client).map((one) => [one, one.weight] as const);
    this.#contactsOf = contactsOf;
  }

  draw(random: Random, day: Day): Job {
    const known = this.#clients.filter(([{ since }]) => since <= day);
    const client = random.weighted(known.length > 0 ? known : this.#clients);
    const sector = random.weighted(sectorsOf(client));
    const short = client.title.split(' of ')[0] ?? client.title;
    const gaps = { client: /^(City|Town)$/.test(short) ? client.title : short };
    const title = unused(
      this.#taken,
      () => worded(random, random.pick(sector.jobs), gaps),
      (drawn, number) => `${drawn} - Package ${number}`,
    );
    const contacts = this.#contactsOf(client, day);
    return jobOf(random, { title, client, sector, contact: contacts.length > 0 ? random.pick(contacts) : undefined });
  }
}

const sectorsOf = ({ client }: Company): (readonly [Sector, number])[] =>
  sectors.filter(({ name }) => client?.sectors.includes(name)).map((one) => [one, one.share] as const);

type Core = Pick<Job, 'title' | 'client' | 'sector' | 'contact'>;

function jobOf(random: Random, core: Core): Job {
  const { title, client, sector, contact } = core;
  const isPublic = client.client?.isPublic === true;
  const scope = scopeOf(title, sector);
  const amount = drawAmount(random, sector, scope);
  const months = Math.max(1, 1.2 + 3.3 * Math.sqrt(amount / 1e6) * random.between(0.85, 1.15));
  const tender = random.weighted(isPublic ? publicTenders : privateTenders);
  const size = sizeOf(random, sector, amount, scope);
  // A client mostly builds near its office.
  const city = random.chance(0.65) ? client.city : random.weighted(cities.map((one) => [one, one.share] as const));
  return {
    ...core,
    ...{ tender, amount, months },
    values: { work_scope: scope, ...size, ...addressIn(random, city) },
    links: {
      ...{ company_id: client.name, ...(contact ? { contact_id: contact.name } : {}) },
      market_sector_id: `market_sectors/${snakeCase(sector.name)}`,
      tender_type_id: `tender_types/${snakeCase(tender)}`,
      ...termsOf(random, core, { isPublic, tender, amount }),
    },
  };
}

const smallest = 45_000;
const largest = 90e6;

/** Limits the amount, because buildings of one kind never differ by a factor of a hundred. */
function drawAmount(random: Random, { median, spread }: Sector, scope: string): number {
  const most = Math.min(largest, median * 4.5e6) * random.between(0.7, 1);
  // The amounts of whole buildings vary less than those of work on existing ones.
  const drawn = random.logNormal(median * 1e6 * shareOf(scope), scope in shares ? spread : spread * 0.7);
  return roughly(Math.min(Math.max(drawn, smallest), most));
}

/** The scope of work that the name implies, otherwise the sector's usual scope. */
function scopeOf(title: string, { scope }: Sector): string {
  const [found = scope] = scopeWords.find(([, pattern]) => pattern.test(title)) ?? [];
  return found;
}

const scopeWords: readonly (readonly [scope: string, pattern: RegExp])[] = [
  ['maintenance_repair', /\b(Repairs?|Rehab)\b/],
  ['renovation', /\b(Renovation|Restoration|Remodel|Refresh|Retrofit|Improvements|Upgrade|Reconstruction|Package)\b/],
  ['interior_fit_out', /\b(Fit-Out|Level|Suite \d+)\b/],
  ['addition', /\b(Addition|Wing)\b/],
  ['expansion', /\bExpansion\b/],
  ['core_and_shell', /\bShell\b/],
];

const shares: Readonly<Record<string, number>> = {
  maintenance_repair: 0.25,
  renovation: 0.28,
  addition: 0.42,
  expansion: 0.5,
};

/** The size of a job relative to a new building of its sector. */
const shareOf = (scope: string): number => shares[scope] ?? 0.8;

/** The cost of renovated space relative to new space. */
const renovated = 0.55;

function sizeOf(random: Random, { perSquareFoot, perUnit }: Sector, amount: number, scope: string): Values {
  if (!perSquareFoot) return {};
  const share = ['renovation', 'maintenance_repair'].includes(scope) ? renovated : 1;
  const feet = amount / (random.between(...perSquareFoot) * share);
  return {
    square_feet: Math.max(400, Math.round(feet / 50) * 50),
    ...(perUnit ? { units: Math.max(4, Math.round(amount / (random.between(...perUnit) * share))) } : {}),
  };
}

interface Terms {
  readonly isPublic: boolean;
  readonly tender: string;
  readonly amount: number;
}

function termsOf(random: Random, { client, sector }: Core, { isPublic, tender, amount }: Terms): Links {
  const isNegotiated = ['Negotiated', 'Sole Source', 'RFQ', 'RFQ then RFP', 'Two-Stage'].includes(tender);
  const delivery = isNegotiated
    ? random.pick(['CM at Risk', 'Negotiated', 'Design-Build', 'Design Assist'])
    : 'Design-Bid-Build';
  const contract = isNegotiated
    ? random.pick(['Guaranteed Maximum Price', 'Cost Plus GMP', 'Design/Build'])
    : 'Lump Sum';
  const sources = isPublic ? publicLeadSources : leadSources;
  const source = client.favor > 1.4 && random.chance(0.45) ? 'Repeat Client' : random.weighted(sources);
  return {
    delivery_method_id: `delivery_methods/${snakeCase(delivery)}`,
    contract_type_id: `contract_types/${snakeCase(contract)}`,
    lead_source_id: `lead_sources/${snakeCase(source)}`,
    division_id: `divisions/${divisionOf(sector, isPublic, amount)}`,
  };
}

function divisionOf({ name, perSquareFoot }: Sector, isPublic: boolean, amount: number): string {
  if (!perSquareFoot) return 'civil';
  if (name === 'Tenant Interiors') return 'interiors';
  if (amount < 400_000) return 'special_projects';
  return isPublic ? 'public_works' : 'ground_up';
}

/** Rounds as people estimate: to two digits, and more finely above ten million. */
export function roughly(amount: number): number {
  const step = 10 ** Math.floor(Math.log10(amount)) / (amount > 1e7 ? 20 : 10);
  return Math.round(Math.round(amount / step) * step);
}
