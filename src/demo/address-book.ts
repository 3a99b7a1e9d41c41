import { mapInTurns } from '../records/turns.ts';
import type { companies } from '../resources/companies.ts';
import type { InputOf } from '../resources/record-types.ts';
import { pick } from './chance.ts';
import type { Deed, Name } from './deed.ts';
import type { City, CompanyKind, RecordedCompany } from './record.ts';
import type { FirmSetting } from './setting.ts';
import type { Staff } from './staff.ts';
import type { WorkingDay } from './working-days.ts';

/** A company that the firm knows. */
export interface Company extends CompanyKind {
  readonly name: Name;
  readonly title: string;
  readonly kind: string;
  readonly city: City;
  readonly since: WorkingDay;
  /** Its recorded number of projects; 0 if it is no client. */
  readonly projects: number;
  /** In the order of their creation. */
  readonly contacts: Contact[];
}

/** A person at a company. */
export interface Contact {
  readonly name: Name;
  readonly first: string;
  readonly last: string;
  readonly since: WorkingDay;
}

export const isPublic = ({ category }: Company): boolean => category === 'public_agency';

const [fullCompanies, fullContacts] = [400, 1500];

/** The companies with their contacts: one contact at each, more at clients. */
export function companiesOf(setting: FirmSetting): Company[] {
  const { draw, scaled } = setting;
  const count = scaled(fullCompanies, 20);
  const companies = Array.from({ length: count }, (_, index) => companyOf(setting, index, count));
  const employers = [...companies, ...companies.filter(({ projects }) => projects > 0)];
  for (let index = 0; index < Math.max(count, scaled(fullContacts)); index += 1) {
    const company = companies[index] ?? pick(employers, draw('employer', index));
    company.contacts.push(contactOf(setting, company, index));
  }
  for (const { contacts } of companies) contacts.sort((one, other) => one.since - other.since);
  return companies;
}

/** A smaller firm has recorded companies at even distances; a larger one has branches of them too. */
function companyOf({ record, days, draw }: FirmSetting, index: number, count: number): Company {
  const { companies, cities, company_kinds: kinds } = record;
  const all = companies.length;
  const place = count < all ? Math.floor((index * all) / count) : index % all;
  const { name, kind, city: cityName, projects } = companies[place] as RecordedCompany;
  const city = cities.find((one) => one.name === cityName) as City;
  const branch = pick(cities, draw('branch', index)).name;
  return {
    ...(kinds[kind] as CompanyKind),
    name: `companies/${index + 1}`,
    kind,
    city,
    projects,
    contacts: [],
    title: index < all ? name : `${name} of ${branch} ${Math.floor(index / all) + 1}`,
    // Most companies come from the firm's old address book, so that there are clients from the first week on.
    since: days.first + Math.floor(draw('since', index) * (index % 5 < 3 ? 5 : -days.first)),
  };
}

function contactOf({ record, draw }: FirmSetting, company: Company, index: number): Contact {
  // The first contact of a company is created on the same day as the company.
  const isLater = company.contacts.length > 0 && draw('later', index) < 0.5;
  return {
    name: `contacts/${index + 1}`,
    first: pick(record.first_names, draw('first', index)),
    last: pick(record.last_names, draw('last', index)),
    since: company.since + (isLater ? Math.floor(draw('met', index) * -company.since) : 0),
  };
}

/** The creation of the companies and their contacts. */
export async function addressDeeds(setting: FirmSetting, staff: Staff, companies: readonly Company[]): Promise<Deed[]> {
  const deeds = await mapInTurns(companies, (company) => [
    companyDeed(setting, staff, company),
    ...company.contacts.map((contact) => contactDeed(setting, staff, company, contact)),
  ]);
  return deeds.flat();
}

function companyDeed(setting: FirmSetting, staff: Staff, company: Company): Deed {
  const { name, title, category, city, since, projects, industries } = company;
  const draw = (what: string): number => setting.draw(what, name);
  const isEvaluated = category === 'subcontractor';
  return {
    ...staff.at('companies', since),
    action: 'create',
    name,
    values: {
      name: title,
      category,
      website: `https://www.${domainOf(company)}`,
      phone: phone(city, draw('phone')),
      ...addressIn(setting, city, name),
      custom_fields: {
        ...(isEvaluated ? { emr: Math.round(62 + draw('emr') * 53) / 100 } : {}),
        ...(projects > 0 && draw('has agreement') < 0.25 ? { master_agreement: draw('agreement') < 0.7 } : {}),
      },
    },
    links: { industry_ids: industries.map((industry) => `industries/${industry}`) },
  };
}

function contactDeed({ record, draw }: FirmSetting, staff: Staff, company: Company, contact: Contact): Deed {
  const { name, first, last, since } = contact;
  const { city, category, projects } = company;
  const titles = record.job_titles[category] ?? record.job_titles['other'] ?? [];
  const owner = staff.one(owners, draw('owner', name));
  return {
    ...staff.at('contacts', since),
    action: 'create',
    name,
    values: {
      first_name: first,
      last_name: last,
      job_title: pick(titles, draw('title', name)),
      email: `${first}.${last}@${domainOf(company)}`.toLowerCase(),
      office_phone: phone(city, draw('office', name)),
      ...(draw('has mobile', name) < 0.6 ? { mobile_phone: phone(city, draw('mobile', name)) } : {}),
      ...(draw('has prefers', name) < 0.3
        ? { custom_fields: { prefers: pick(['Email', 'Phone', 'Text'], draw('prefers', name)) } }
        : {}),
    },
    links: { company_id: company.name, ...(projects > 0 ? { assigned_to_id: owner } : {}) },
  };
}

const owners = ['business_development', 'estimator'] as const;

/** The domain of a company's site and mail, under the reserved `.example`. */
const domainOf = ({ title }: Company): string =>
  `${title
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^a-z0-9]+/g, '')
    .slice(0, 40)}.example`;

/** A phone number from the range that is reserved for fiction. */
const phone = ({ area_code: code }: City, drawn: number): string =>
  `(${code}) 555-01${String(Math.floor(drawn * 100)).padStart(2, '0')}`;

/** The values of an address, by column, for any resource that has one. */
export const addressIn = (
  { record, draw }: FirmSetting,
  { name, state, zips }: City,
  subject: Name,
): InputOf<typeof companies> => ({
  address_street_address: `${100 + Math.floor(draw('house', subject) * 9800)} ${pick(record.streets, draw('street', subject))}`,
  address_city: name,
  address_state: state,
  address_zip: String(zips[0] + Math.floor(draw('zip', subject) * (zips[1] - zips[0] + 1))),
  address_country: 'US',
});
