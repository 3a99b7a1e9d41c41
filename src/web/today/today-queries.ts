import { queryOptions } from '@tanstack/react-query';
import type { Query } from '../../client/request.ts';
import { readList, withTotal } from '../data/records.ts';
import { type Card, cardFields, cardIncludes } from '../pursuits/card-fields.ts';
import { type Task, taskShape } from '../record/task-row.tsx';
import type { LoggedCall } from './calls-to-make.ts';
import type { MovedProject } from './stage-moves.ts';

/** The most records of a list that Today shows. The list itself has all of them. */
const most = 100;

/** Bids become late without an event. */
const everyMs = 60_000;

const open = { project_status: 'pursuit', submitted_at: 'null' };

/** The filters of the lists behind the bids of Today, for the links to them. */
export const bidFilters = {
  late: { ...open, is_overdue: 'true' },
  coming: { ...open, is_overdue: 'false', 'bid_due_date[gte]': 'today', 'bid_due_date[lte]': 'today+7' },
};

/** The bids that are late, or that are due today or in the next seven days, with the number of all of them. */
export const bidsQuery = (kind: keyof typeof bidFilters, whose: Query) =>
  queryOptions({
    // The late ones that are due last are the most urgent.
    ...read<Card>('projects', {
      ...bidFilters[kind],
      ...whose,
      sort: kind === 'late' ? '-bid_due_date' : 'bid_due_date',
      fields: cardFields,
      include: cardIncludes,
    }),
    refetchInterval: everyMs,
  });

/** One's own tasks that are late or due today. */
export const tasksQuery = read<Task>('tasks', {
  assigned_to_id: 'me',
  completed_at: 'null',
  'deadline[lte]': 'today',
  sort: 'deadline',
  ...taskShape,
});

/** One's own calls of the last two weeks, and those with a time in the future. */
export const callsQuery = read<LoggedCall>('calls', {
  created_by_id: 'me',
  'recorded_at[gte]': 'today-14',
  sort: '-recorded_at',
  fields: 'id,notes,recorded_at,call_outcome,company,contact,project',
});

/** The projects that changed since yesterday, with their moves. */
export const movedQuery = read<MovedProject>('projects', {
  'updated_at[gte]': 'today-1',
  sort: '-updated_at',
  fields: 'id,name,amount',
  include: 'stage_changes',
});

function read<Row>(plural: string, query: Query) {
  return queryOptions({
    queryKey: [plural, 'today', query],
    queryFn: async ({ signal }) => {
      const request = { query: { ...query, per_page: most }, headers: withTotal, signal };
      const { rows, total } = await readList<Row>(plural, request);
      return { rows, total: total ?? rows.length };
    },
  });
}
