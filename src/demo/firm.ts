import { callDeeds } from './calls.ts';
import { companyDeeds, gather } from './companies.ts';
import { contactDeeds, contactsOf, meet } from './contacts.ts';
import type { Deed } from './deed.ts';
import { JobMarket } from './job.ts';
import { leadDeeds } from './leads.ts';
import { plan, projectDeeds } from './projects.ts';
import { settingOf, type Wish, type Setting } from './setting.ts';
import { hire } from './staff.ts';
import { taskDeeds } from './tasks.ts';
import { teamDeeds } from './teams.ts';
import type { customFieldDefinitions } from '../resources/custom-fields.ts';
import type { InputOf } from '../resources/record-types.ts';

/**
 * Every deed of a general contractor of Texas, Oklahoma and New Mexico in three years, in order of time, up to now.
 * The same wish on the same day gives the same deeds. Other work of the process runs in between.
 */
export async function imagineFirm(wish: Wish): Promise<Deed[]> {
  const setting = settingOf(wish);
  const staff = hire(setting);
  const companies = gather(setting);
  const contacts = meet(setting, companies);
  const known = contactsOf(contacts);
  const market = new JobMarket(companies, known);
  const projects = await plan(setting, staff, market);
  const deeds = [
    ...staff.deeds,
    ...definitionDeeds(setting),
    ...companyDeeds(setting, staff, companies),
    ...(await contactDeeds(setting, staff, contacts)),
    ...(await leadDeeds(setting, staff, market, projects)),
    ...(await projectDeeds(setting, staff, projects)),
    ...(await teamDeeds(setting, staff, projects)),
    ...(await taskDeeds(setting, staff, projects)),
    ...(await callDeeds(setting, staff, projects, known)),
  ];
  return deeds.filter(({ at }) => at <= setting.now).sort((one, other) => one.at - other.at);
}

const definitions: readonly InputOf<typeof customFieldDefinitions>[] = [
  { model: 'project', name: 'Bid bond required', field_type: 'boolean' },
  { model: 'project', name: 'Prevailing wage', field_type: 'boolean' },
  {
    ...{ model: 'project', name: 'Plans received', field_type: 'select' },
    options: ['Concept', 'Schematic', '50 % CD', '90 % CD', 'Permit set'],
  },
  { model: 'project', name: 'Expected bidders', field_type: 'number' },
  { model: 'company', name: 'EMR', field_type: 'number' },
  { model: 'company', name: 'Master agreement', field_type: 'boolean' },
  { model: 'contact', name: 'Prefers', field_type: 'select', options: ['Email', 'Phone', 'Text'] },
];

/** The firm's custom fields, created on its first day. */
const definitionDeeds = (setting: Setting): Deed[] =>
  definitions.map((values, index) => ({
    ...{ at: setting.instantOf(setting.firstDay, 455), by: 'users/admin', action: 'create' },
    ...{ name: `custom_fields/${index + 1}`, values, links: {} },
  }));
