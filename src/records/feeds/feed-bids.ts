import { dateAfter } from '../../domain/calendar.ts';
import { resourceOf } from '../../resources/index.ts';
import { listFieldsOf } from '../../resources/list-fields.ts';
import type { AskedFilter } from '../reading/list-filters.ts';
import { askedOf } from '../reading/list-request.ts';
import { dayContext } from '../reading/renderer.ts';
import { walkList } from '../reading/walk.ts';
import type { StoreContext } from '../request-context.ts';
import { parsed } from '../results.ts';
import { inTurns } from '../turns.ts';
import type { FeedQuestion } from './feed-question.ts';

const projects = resourceOf('projects');

/** The most bids of a feed. */
const mostBids = 5000;
const daysBefore = 30;
const daysAfter = 365;

const shownKeys = [
  ...['id', 'name', 'updated_at', 'project_number', 'address', 'company', 'project_stage', 'assigned_to'],
  ...['bid_due_date', 'bid_due_at', 'bid_due_at_includes_time', 'submitted_at'],
] as const;

const shape = { keys: shownKeys, include: ['version'] };

interface Named {
  readonly name: string | null;
}

/** An open project with a day on which its bid is due. */
export interface FeedBid {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly updated_at: string;
  readonly project_number: string | null;
  readonly address: Readonly<Record<string, string | null>> | null;
  readonly company: Named | null;
  readonly project_stage: Named;
  readonly assigned_to: Named | null;
  readonly bid_due_date: string;
  readonly bid_due_at: string;
  readonly bid_due_at_includes_time: boolean;
  readonly submitted_at: string | null;
}

/**
 * The open projects that a feed follows and whose bids are due from 30 days before today until 365 days after it, by day:
 * at most 5,000.
 */
export async function readFeedBids(context: StoreContext, { filters, q }: FeedQuestion): Promise<readonly FeedBid[]> {
  const bids = new Map<string, FeedBid>();
  const asked = { filters: [...filters, ...dueFilters(context)], sort, shape, view: undefined, q };
  for await (const page of walkList(context, projects, asked)) {
    await inTurns(page, (text) => {
      const bid = parsed<FeedBid>(text);
      // A bid whose day changes during the walk can come twice.
      if (bids.size < mostBids) bids.set(bid.id, bid);
    });
    if (bids.size >= mostBids) break;
  }
  // A search has its own order.
  return [...bids.values()].sort(byDay);
}

const byDay = ({ bid_due_date: one }: FeedBid, { bid_due_date: other }: FeedBid): number =>
  Number(one > other) - Number(one < other);

const sort = ['bid_due_date'].flatMap((name) => {
  const field = listFieldsOf(projects).get(name);
  return field ? [{ field, descending: false }] : [];
});

function dueFilters({ directory, at }: StoreContext): readonly AskedFilter[] {
  const { today } = dayContext(directory, at);
  const query = {
    'close_type[is_null]': 'true',
    'deleted_at[is_null]': 'true',
    'bid_due_date[gte]': dateAfter(today, -daysBefore),
    'bid_due_date[lte]': dateAfter(today, daysAfter),
  };
  return askedOf(projects, query, directory, at).asked.filters;
}
