import type { Sections } from '../record/facts.tsx';

/** The facts of a lead, in the order in which one judges it. */
export const leadSections: Sections = [
  [
    'Lead',
    [
      'name',
      'company',
      'contact',
      'assigned_to',
      'value_in_cents',
      'priority',
      'lead_source',
      'snooze_until',
      'project',
    ],
  ],
  [
    'Work',
    [
      'description',
      'address',
      'market_sector',
      'work_scope',
      'square_feet',
      'units',
      'estimated_start_date',
      'construction_duration',
      'construction_duration_unit',
      'division',
    ],
  ],
  ['Terms', ['delivery_method', 'contract_type', 'tender_type']],
  ['Record', ['archived_at', 'archived_by', 'external_id', 'created_by']],
];
