import type { ReadyMapping } from '../mapping.ts';

const noFields = { constants: {}, custom_fields: {} };

/** The stages of the pipeline that a new HubSpot account has, and the stages that a new account here has. */
const stages = {
  'Appointment scheduled': 'Qualifying',
  'Qualified to buy': 'Budgeting',
  'Presentation scheduled': 'Estimating',
  'Decision maker bought-In': 'Negotiating',
  'Contract sent': 'Verbal Award',
  'Closed won': 'Won',
  'Closed lost': 'Lost',
};

const deals: ReadyMapping = {
  key: 'hubspot_deals',
  name: 'HubSpot deals',
  words:
    'The export of the deals of HubSpot. Deals become projects. An owner who is no user here by the same name stays empty.',
  family: 'projects',
  columns: ['Record ID', 'Deal Name', 'Deal Stage'],
  mapping: {
    ...noFields,
    upsert_by: ['external_id'],
    columns: [
      { from: ['Record ID'], to: 'external_id' },
      { from: ['Deal Name'], to: 'name' },
      { from: ['Deal Stage'], to: 'project_stage', transform: [{ map: { values: stages, other: 'keep' } }] },
      { from: ['Amount'], to: 'amount', transform: [{ number: {} }] },
      { from: ['Close Date'], to: 'award_date' },
      { from: ['Deal probability'], to: 'probability', transform: [{ number: {} }] },
      { from: ['Deal Description'], to: 'description' },
      { from: ['Associated Company (Primary)', 'Associated Company'], to: 'company', transform: firstOfList() },
      { from: ['Deal owner'], to: 'assigned_to' },
    ],
    references: {
      project_stage: { by: 'name', missing: 'reject' },
      company: { by: 'name', missing: 'create' },
      assigned_to: { by: 'name', missing: 'empty' },
    },
  },
};

const companies: ReadyMapping = {
  key: 'hubspot_companies',
  name: 'HubSpot companies',
  words: 'The export of the companies of HubSpot.',
  family: 'companies',
  columns: ['Record ID', 'Company name'],
  mapping: {
    ...noFields,
    upsert_by: ['external_id'],
    columns: [
      { from: ['Record ID'], to: 'external_id' },
      { from: ['Company name'], to: 'name' },
      { from: ['Description', 'About Us'], to: 'description' },
      { from: ['Phone Number'], to: 'phone' },
      { from: ['Website URL', 'Company Domain Name'], to: 'website' },
      { from: ['Street Address'], to: 'address.street_address' },
      { from: ['Street Address 2'], to: 'address.street_address2' },
      { from: ['City'], to: 'address.city' },
      { from: ['State/Region'], to: 'address.state' },
      { from: ['Postal Code'], to: 'address.zip' },
      { from: ['Country/Region'], to: 'address.country' },
    ],
    references: {},
  },
};

const contacts: ReadyMapping = {
  key: 'hubspot_contacts',
  name: 'HubSpot contacts',
  words: 'The export of the contacts of HubSpot. An owner who is no user here by the same name stays empty.',
  family: 'contacts',
  columns: ['Record ID', 'First Name', 'Last Name'],
  mapping: {
    ...noFields,
    upsert_by: ['external_id'],
    columns: [
      { from: ['Record ID'], to: 'external_id' },
      { from: ['First Name'], to: 'first_name' },
      { from: ['Last Name'], to: 'last_name' },
      { from: ['Email'], to: 'email' },
      { from: ['Phone Number'], to: 'office_phone' },
      { from: ['Mobile Phone Number'], to: 'mobile_phone' },
      { from: ['Job Title'], to: 'job_title' },
      { from: ['LinkedIn URL', 'LinkedIn Bio'], to: 'linked_in_profile_url' },
      {
        from: ['Associated Company (Primary)', 'Associated Company', 'Company Name'],
        to: 'company',
        transform: firstOfList(),
      },
      { from: ['Contact owner'], to: 'assigned_to' },
    ],
    references: { company: { by: 'name', missing: 'create' }, assigned_to: { by: 'name', missing: 'empty' } },
  },
};

export const hubspotMappings: readonly ReadyMapping[] = [deals, companies, contacts];

/** HubSpot joins several associated records by semicolons, the primary one first. */
function firstOfList() {
  return [{ split: { by: ';', part: 'first' } }] as const;
}
