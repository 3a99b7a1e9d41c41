import { firstNames, jobTitles, lastNames } from './data/people.ts';
import type { Company } from './companies.ts';
import { type Day, weekdayFrom } from './days.ts';
import type { Deed, Name } from './deed.ts';
import { madeInTurns } from './made-in-turns.ts';
import type { Random } from './random.ts';
import { anyWorkday, type Setting } from './setting.ts';
import type { Staff } from './staff.ts';
import { phone } from './wording.ts';

/** A person at a company. */
export interface Contact {
  readonly name: Name;
  readonly title: string;
  readonly company: Company;
  readonly since: Day;
}

const fullSize = 1500;

/** The people of the companies: one at each, more at companies with more jobs. */
export function meet(setting: Setting, companies: readonly Company[]): Contact[] {
  const random = setting.randomOf('contacts');
  const weights = companies.map((company) => [company, 1 + Math.min(3, company.weight)] as const);
  const more = Math.max(0, setting.scaled(fullSize) - companies.length);
  const employers = [...companies, ...Array.from({ length: more }, () => random.weighted(weights))];
  return employers.map((company, index) => ({
    name: `contacts/${index + 1}`,
    title: `${random.pick(firstNames)} ${random.pick(lastNames)}`,
    company,
    // The first contact of a company is created on the same day as the company.
    since: index < companies.length || random.chance(0.5) ? company.since : later(setting, random, company),
  }));
}

/** The firm enters business cards once a week. */
const later = (setting: Setting, random: Random, { since }: Company): Day =>
  Math.max(since, weekdayFrom(anyWorkday(setting, random, since), [3]) - 7);

/** The creation of the contacts. */
export const contactDeeds = (setting: Setting, staff: Staff, contacts: readonly Contact[]): Promise<Deed[]> =>
  madeInTurns(contacts, (contact) => [contactDeed(setting, staff, contact)]);

function contactDeed(setting: Setting, staff: Staff, { name, title, company, since }: Contact): Deed {
  const random = setting.randomOf('contact', name);
  const [first = '', last = ''] = title.split(' ');
  const titles = jobTitles[company.category] ?? jobTitles['other'] ?? [];
  return {
    ...staff.at('contacts', since),
    ...{ action: 'create', name },
    values: {
      ...{ first_name: first, last_name: last, job_title: random.pick(titles) },
      email: `${first}.${last}@${company.domain}`.toLowerCase(),
      office_phone: phone(random, company.city.areaCode),
      ...(random.chance(0.6) ? { mobile_phone: phone(random, company.city.areaCode) } : {}),
      ...(random.chance(0.3) ? { custom_fields: { prefers: random.pick(['Email', 'Phone', 'Text']) } } : {}),
    },
    links: {
      company_id: company.name,
      ...(company.client ? { assigned_to_id: random.pick(staff.of('business_development', 'estimator')) } : {}),
    },
  };
}

/** Returns a function that lists the contacts of a company on a day. */
export function contactsOf(contacts: readonly Contact[]): (company: Company, day: Day) => readonly Contact[] {
  const byCompany = new Map<string, Contact[]>();
  for (const contact of contacts) {
    byCompany.set(contact.company.name, [...(byCompany.get(contact.company.name) ?? []), contact]);
  }
  return ({ name }, day) => (byCompany.get(name) ?? []).filter(({ since }) => since <= day);
}
