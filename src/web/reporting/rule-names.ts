import type { attentionRules } from '../../resources/vocabulary/choices.ts';

/** The rules by which a project needs attention, in words. */
export const ruleNames: Readonly<Record<(typeof attentionRules)[number], string>> = {
  bid_overdue: 'Bid is late',
  bid_due_soon: 'Bid is due soon',
  next_step_late: 'Next step is late',
  stale_stage: 'Too long in its stage',
  no_result: 'No result yet',
  unassigned: 'No estimator',
  loss_unexplained: 'Lost without a reason',
};
