import { type BidDue, bidDueOnDay } from '../../domain/projects/bid-due.ts';
import { Refusal } from '../../refusal.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';
import { resourceOf } from '../../resources/index.ts';
import type { Row } from '../../resources/resource.ts';
import type { Queryable } from '../../database/engine.ts';
import { prefetch } from '../../store/write/prefetch.ts';
import { type DayBid, dayBidsAfter } from '../../store/query/day-bids.ts';
import { write } from '../../store/write/write.ts';
import type { RequestContext } from '../request-context.ts';
import { chunksOf } from '../chunks.ts';
import { changedFields } from '../changing/changed-fields.ts';
import { type Draft, nextRow } from '../changing/draft.ts';
import type { ChangeSet } from '../changing/change-set.ts';
import { writePlan } from '../changing/write-plan.ts';

const projects = resourceOf('projects');

const changeSet: ChangeSet = { resource: projects, action: 'update', items: [] };

/**
 * Moves each bid that is due on a day without a time to the first instant of that day in another zone, also in deleted
 * projects. Each move writes the history and, for a live project, the message. The caller must have locked the account,
 * so that no other request changes projects.
 * @throws {Refusal} `validation_failed` if an instant would leave years 1 to 9999.
 */
export async function moveBids(transaction: Queryable, context: RequestContext, timeZone: string): Promise<void> {
  const dueOn = rememberingDays(timeZone);
  for (let last: string | undefined = '0'; last !== undefined; ) {
    const bids: DayBid[] = await dayBidsAfter(transaction, context.actor.accountId, last);
    for (const chunk of chunksOf(bids, ({ row_size: size }) => size)) {
      const ids = chunk.map(({ id }) => id);
      await moveBatch(transaction, context, ids, dueOn);
    }
    last = bids.at(-1)?.id;
  }
}

type DueOn = (day: string) => BidDue | null;

/** Caches the result for each day, because many bids are due on the same day. */
function rememberingDays(timeZone: string): DueOn {
  const known = new Map<string, BidDue | null>();
  return (day) => {
    const due = known.get(day) ?? bidDueOnDay(day, timeZone);
    known.set(day, due);
    return due;
  };
}

async function moveBatch(
  transaction: Queryable,
  context: RequestContext,
  ids: readonly string[],
  dueOn: DueOn,
): Promise<void> {
  const { accountId } = context.actor;
  const nothing = { referenced: new Map(), named: new Map(), keyed: new Map(), unique: new Map(), idempotencyKeys: [] };
  const request = {
    accountId,
    resource: projects,
    newIds: 0,
    ids,
    lock: 'no key update',
    waits: true,
    ...nothing,
  } as const;
  const { rows } = await prefetch(transaction, request);
  const drafts = [...rows.values()].map((row) => movedBid(row, context, dueOn)).filter(({ changed }) => changed);
  if (drafts.length > 0) await write(transaction, accountId, await writePlan({ changeSet, context }, drafts));
}

function movedBid(before: Row, context: RequestContext, dueOn: DueOn): Draft {
  const after = { ...before, ...dueAfter(before, dueOn) };
  const fields = changedFields(projects, before, after, context.directory);
  const isDeleted = before.deleted_at !== null;
  return {
    action: 'update',
    row: nextRow(before, after, { id: before.id, at: wireTime(context.at), deletedAt: before.deleted_at }),
    changed: Object.keys(fields).length > 0,
    fields,
    eventTypes: isDeleted ? [] : ['project.update'],
    sideRows: [],
    relinked: false,
  };
}

function dueAfter(bid: Row, dueOn: DueOn): BidDue {
  const day = bid['bid_due_date'] as string;
  const due = dueOn(day);
  if (due) return due;
  const message = `would move the bid of project ${bid.id}, due on ${day}, outside the years 1 to 9999`;
  throw new Refusal('validation_failed', `The time zone ${message}.`, {
    problems: [{ pointer: '/account/time_zone', code: 'out_of_range', message }],
  });
}
