import type { projects } from '../../resources/projects.ts';
import type { ShownRecord } from '../../resources/record-types.ts';

type Project = ShownRecord<typeof projects>;

const shown = [
  'name',
  'project_number',
  'company',
  'amount',
  'probability',
  'bid_due_date',
  'bid_due_at',
  'bid_due_at_includes_time',
  'stage_age',
] as const;

/** A project as the board reads it: the keys of its card, and the ids of what it is grouped by. */
export type Card = Pick<Project, 'id' | (typeof shown)[number]> & {
  readonly project_stage_id: string;
  readonly assigned_to_id: string | null;
  readonly division_id: string | null;
  readonly submitted_at: string | null;
  readonly version: number;
};

/** The `fields` of a list that give cards. */
export const cardFields = ['id', ...shown, 'project_stage_id', 'assigned_to_id', 'division_id'].join(',');

/** The `include` of a list that gives cards. */
export const cardIncludes = 'version,submitted_at';
