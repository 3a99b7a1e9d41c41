import type { Sections } from '../record/facts.tsx';

/** The facts of a project, in the order in which an estimator reads them. */
export const projectSections: Sections = [
  [
    'Bid',
    [
      'name',
      'project_number',
      'company',
      'contact',
      'assigned_to',
      'amount',
      'probability',
      'bid_due_date',
      'division',
      'lead_source',
    ],
  ],
  ['Work', ['description', 'address', 'market_sector', 'work_scope', 'square_feet', 'units', 'start_date', 'end_date']],
  ['Terms', ['delivery_method', 'contract_type', 'tender_type', 'price_per_square_foot', 'price_per_unit']],
  [
    'Outcome',
    [
      'project_status',
      'close_type',
      'award_date',
      'submitted_at',
      'loss_reason',
      'pursuit_duration',
      'project_duration',
    ],
  ],
  ['Record', ['external_id', 'created_by', 'import']],
];

/** Shown in the head of the page, and changed there. */
export const inHead = ['project_stage', 'stage_age', 'bid_due_at_includes_time'];
