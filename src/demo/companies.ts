import { snakeCase } from '../domain/entry-key.ts';
import type { companies } from '../resources/companies.ts';
import type { InputOf } from '../resources/record-types.ts';
import { type ClientKind, clientKinds } from './data/clients.ts';
import { type City, cities, streets } from './data/places.ts';
import { tradeKinds } from './data/trades.ts';
import { type Day, weekdayFrom } from './days.ts';
import type { Deed, Name } from './deed.ts';
import type { Random } from './random.ts';
import { anyWorkday, type Setting } from './setting.ts';
import type { Staff } from './staff.ts';
import { domainOf, phone, unused, worded } from './wording.ts';

/** A company that the firm knows. */
export interface Company {
  readonly name: Name;
  readonly title: string;
  readonly category: string;
  readonly city: City;
  readonly domain: string;
  readonly since: Day;
  readonly industries: readonly string[];
  /** Null for companies that the firm does not build for. */
  readonly client: ClientKind | null;
  /** Its number of jobs relative to other companies. */
  readonly weight: number;
  /** Its preference for this firm; 1 is the average. */
  readonly favor: number;
}

const fullSize = 400;

/** The firm's address book, clients first. */
export function gather(setting: Setting): Company[] {
  const kinds = [...clientKinds, ...tradeKinds];
  const total = kinds.reduce((sum, { share }) => sum + share, 0);
  const wanted = setting.scaled(fullSize, 20);
  const taken = new Set<string>();
  const counts = apportion(
    kinds.map(({ share }) => (share * wanted) / total),
    wanted,
  );
  return kinds
    .flatMap((kind, index) => Array.from({ length: counts[index] ?? 0 }, () => kind))
    .map((kind, index) => companyOf(setting, kind, index + 1, taken));
}

/** Whole numbers of a given sum, each near its quota. */
function apportion(quotas: readonly number[], sum: number): number[] {
  let carried = 0;
  let given = 0;
  return quotas.map((quota, index) => {
    carried += quota;
    const count = index === quotas.length - 1 ? sum - given : Math.round(carried) - given;
    given += count;
    return count;
  });
}

function companyOf(setting: Setting, kind: (typeof tradeKinds)[number], number: number, taken: Set<string>): Company {
  const random = setting.randomOf('company', number);
  const city = random.weighted(cities.map((one) => [one, one.share] as const));
  const title = unused(
    taken,
    () => worded(random, random.pick(kind.names)),
    (drawn) => `${drawn} of ${city.name}`,
  );
  const client = 'sectors' in kind ? (kind as ClientKind) : null;
  // Most companies come from the firm's old address book, so that there are clients from the first week on.
  const isOld = number % 5 < 3;
  return {
    ...{ name: `companies/${number}`, title, category: kind.category, city, client, domain: domainOf(title) },
    since: isOld ? anyWorkday(setting, random, setting.firstDay, setting.firstDay + 4) : later(setting, random),
    industries: kind.industries,
    weight: (client?.activity ?? 0) * random.logNormal(1, 0.9),
    favor: random.weighted([
      [random.between(1.5, 2.2), 22],
      [random.between(0.8, 1.2), 50],
      [random.between(0.3, 0.6), 28],
    ]),
  };
}

/** The firm enters companies once a week. */
const later = (setting: Setting, random: Random): Day =>
  Math.max(setting.firstDay, weekdayFrom(anyWorkday(setting, random, setting.firstDay), [2]) - 7);

/** The creation of the companies. */
export const companyDeeds = (setting: Setting, staff: Staff, companies: readonly Company[]): Deed[] =>
  companies.map((company): Deed => {
    const random = setting.randomOf('company details', company.name);
    return {
      ...staff.at('companies', company.since),
      ...{ action: 'create', name: company.name, values: valuesOf(random, company) },
      links: { industry_ids: company.industries.map((industry) => `industries/${snakeCase(industry)}`) },
    };
  });

function valuesOf(random: Random, company: Company): InputOf<typeof companies> {
  const { title, category, city, domain, client } = company;
  return {
    ...{ name: title, category, website: `https://www.${domain}`, phone: phone(random, city.areaCode) },
    ...addressIn(random, city),
    custom_fields: {
      ...(category === 'subcontractor' ? { emr: Math.round(random.between(0.62, 1.15) * 100) / 100 } : {}),
      ...(client && random.chance(0.25) ? { master_agreement: random.chance(0.7) } : {}),
    },
  };
}

/** The values of an address, by column, for any resource that has one. */
export const addressIn = (random: Random, { name, state, zips }: City): InputOf<typeof companies> => ({
  address_street_address: `${random.whole(100, 9899)} ${random.pick(streets)}`,
  address_city: name,
  address_state: state,
  address_zip: String(random.whole(zips[0], zips[1])),
  address_country: 'US',
});
