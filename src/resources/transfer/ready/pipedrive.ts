import type { ReadyMapping } from '../mapping.ts';

const noFields = { constants: {}, custom_fields: {} };

const deals: ReadyMapping = {
  key: 'pipedrive_deals',
  name: 'Pipedrive deals',
  words:
    'The export of the deals of Pipedrive. Deals become projects in the stage of the same name. A deal whose status is ' +
    'Won or Lost is closed so. An owner who is no user here by the same name stays empty.',
  family: 'projects',
  columns: ['Deal - Title'],
  mapping: {
    ...noFields,
    upsert_by: ['external_id'],
    columns: [
      { from: ['Deal - ID'], to: 'external_id' },
      { from: ['Deal - Title'], to: 'name' },
      { from: ['Deal - Value'], to: 'amount', transform: [{ number: {} }] },
      { from: ['Deal - Probability'], to: 'probability', transform: [{ number: { times: 0.01 } }] },
      {
        from: ['Deal - Won time', 'Deal - Lost time', 'Deal - Closed on', 'Deal - Expected close date'],
        to: 'award_date',
      },
      { from: ['Deal - Organization'], to: 'company' },
      { from: ['Deal - Contact person'], to: 'contact' },
      { from: ['Deal - Stage'], to: 'project_stage' },
      { from: ['Deal - Lost reason'], to: 'loss_reason' },
      { from: ['Deal - Owner'], to: 'assigned_to' },
      {
        from: ['Deal - Status'],
        to: 'close_type',
        transform: [{ map: { values: { Won: 'won', Lost: 'lost' }, other: 'empty' } }],
      },
    ],
    references: {
      company: { by: 'name', missing: 'create' },
      contact: { by: 'name', missing: 'create' },
      project_stage: { by: 'name', missing: 'empty' },
      loss_reason: { by: 'name', missing: 'empty' },
      assigned_to: { by: 'name', missing: 'empty' },
    },
  },
};

const organizations: ReadyMapping = {
  key: 'pipedrive_organizations',
  name: 'Pipedrive organizations',
  words: 'The export of the organizations of Pipedrive. Organizations become companies.',
  family: 'companies',
  columns: ['Organization - Name'],
  mapping: {
    ...noFields,
    upsert_by: ['external_id'],
    columns: [
      { from: ['Organization - ID'], to: 'external_id' },
      { from: ['Organization - Name'], to: 'name' },
      { from: ['Organization - Website'], to: 'website' },
      ...(['street_address', 'city', 'state', 'zip', 'country'] as const).map((part) => ({
        from: ['Organization - Address'],
        to: `address.${part}` as const,
        transform: [{ address: { part } }],
      })),
    ],
    references: {},
  },
};

const people: ReadyMapping = {
  key: 'pipedrive_people',
  name: 'Pipedrive people',
  words: 'The export of the people of Pipedrive. People become contacts.',
  family: 'contacts',
  columns: ['Person - Name'],
  mapping: {
    ...noFields,
    upsert_by: ['external_id'],
    columns: [
      { from: ['Person - ID'], to: 'external_id' },
      { from: ['Person - Name'], to: 'first_name', transform: [{ full_name: { part: 'first_name' } }] },
      { from: ['Person - Name'], to: 'last_name', transform: [{ full_name: { part: 'last_name' } }] },
      {
        from: ['Person - Email - Work', 'Person - Email - Home', 'Person - Email - Other', 'Person - Email'],
        to: 'email',
      },
      { from: ['Person - Phone - Work', 'Person - Phone - Other', 'Person - Phone'], to: 'office_phone' },
      { from: ['Person - Phone - Mobile', 'Person - Phone - Home'], to: 'mobile_phone' },
      { from: ['Person - Job title'], to: 'job_title' },
      { from: ['Person - Organization'], to: 'company' },
      { from: ['Person - Owner'], to: 'assigned_to' },
    ],
    references: { company: { by: 'name', missing: 'create' }, assigned_to: { by: 'name', missing: 'empty' } },
  },
};

export const pipedriveMappings: readonly ReadyMapping[] = [deals, organizations, people];
