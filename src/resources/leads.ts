import { durationUnits } from './vocabulary/choices.ts';
import { address, boolean, cents, choice, count, date, dateTime, longText, reference, text } from './fields.ts';
import type { Resource } from './resource.ts';
import {
  contractType,
  createdBy,
  unlistedImport,
  deliveryMethod,
  division,
  externalId,
  leadSource,
  marketSector,
  squareFeet,
  tenderType,
  units,
  workScope,
} from './shared-fields.ts';

export const leads = {
  singular: 'lead',
  plural: 'leads',
  kept: 'table',
  announced: true,
  bulk: true,
  indexed: ['name', 'updated_at', 'value_in_cents', 'estimated_start_date'],
  embedded: ['name'],
  ignored: ['required'],
  searched: { rankA: ['name', 'external_id'], rankB: ['address'], rankC: ['description'], through: 'company' },
  includes: {
    project: { at: 'project' },
    notes: { of: 'notes', by: 'lead' },
    files: { of: 'files', by: 'lead' },
  },
  fields: {
    name: text({ required: true, folded: true, description: 'The name of the job.' }),
    description: longText({ description: 'A description of the job. May have several lines.' }),
    priority: boolean({ empty: false, description: 'Whether the lead is a priority. The default is `false`.' }),
    value_in_cents: cents({
      description:
        "The estimated value of the job in hundredths of the account's currency unit (cents), as a whole number.",
    }),
    estimated_start_date: date({ description: 'The day on which the work is expected to start.' }),
    construction_duration: count({
      description: 'How long the work is expected to take, in `construction_duration_unit`.',
    }),
    construction_duration_unit: choice(durationUnits, { description: 'The unit of `construction_duration`.' }),
    square_feet: squareFeet,
    units: units,
    archived_at: dateTime({
      description:
        'The time at which the lead was archived; `null` while it is not. Setting it archives the lead; clearing it ' +
        'clears `archived_by` too.',
    }),
    snooze_until: dateTime({
      description: 'The lead is snoozed until this time. The snooze ends by itself; the value stays.',
    }),
    work_scope: workScope,
    address: address({
      description: 'The place of the work; `null` when no part of it is set. A change merges its parts.',
    }),
    assigned_to: reference('users', { description: 'The user who is responsible for the lead.' }),
    archived_by: reference('users', {
      description:
        'The user who archived the lead: the acting user unless the request names another. A request may give it ' +
        'only with a lead that has `archived_at`.',
    }),
    created_by: createdBy,
    import: unlistedImport,
    company: reference('companies', { description: 'The company that the job is for.' }),
    contact: reference('contacts', { description: 'The contact person for the job.' }),
    contract_type: contractType,
    delivery_method: deliveryMethod,
    division: division,
    lead_source: leadSource,
    market_sector: marketSector,
    tender_type: tenderType,
    external_id: externalId(),
    project: reference('projects', {
      unlisted: true,
      readOnly: true,
      description: 'The project that the lead was converted to. Answers show it with `include=project`. Read-only.',
    }),
  },
} as const satisfies Resource;

/** The fields whose changes the timeline shows, by their names in the history. */
export const importantOfLeads = [
  'value_in_cents',
  'assigned_to_id',
  'priority',
  'archived_at',
  'snooze_until',
  'company_id',
] as const;
