import type { Sections } from '../record/facts.tsx';

/** The client, what the job is worth, and what is known of the bid. */
export const headFields = ['company', 'amount', 'bid_due_date', 'probability', 'assigned_to'] as const;

/** Shown in the head of the page, and changed there. */
export const inHead = ['project_stage', 'stage_age', 'bid_due_at_includes_time', 'is_overdue'];

/** The facts of a project, in the order in which an estimator reads them. */
export const projectSections: Sections = [
  ['Bid', ['next_step', 'next_step_on', 'name', 'project_number', 'contact', 'division', 'lead_source']],
  ['Work', ['description', 'address', 'market_sector', 'work_scope', 'square_feet', 'units', 'start_date', 'end_date']],
  ['Terms', ['delivery_method', 'contract_type', 'tender_type', 'price_per_square_foot', 'price_per_unit']],
  [
    'Outcome',
    [
      'project_status',
      'close_type',
      'award_date',
      'closed_at',
      'submitted_at',
      'loss_reason',
      'remaining_amount',
      'remaining_as_of',
      'pursuit_duration',
      'project_duration',
    ],
  ],
  ['Record', ['external_id', 'created_by', 'import']],
];
