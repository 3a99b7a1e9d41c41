import { bidDueOnDay } from '../domain/bid-due.ts';
import type { Values } from '../domain/rule.ts';
import { Refusal } from '../refusal.ts';
import { wireTime } from '../resources/formats.ts';
import { resourceOf } from '../resources/index.ts';
import type { Row } from '../resources/resource.ts';
import type { Queryable } from '../store/engine.ts';
import { prepare } from '../store/prepare.ts';
import { write } from '../store/write.ts';
import type { Call } from './call.ts';
import { changedFields } from './changed-fields.ts';
import type { Draft } from './draft.ts';
import { keptRow } from './judge.ts';
import type { Work } from './work.ts';
import { partsOf } from './written.ts';

const projects = resourceOf('projects');

/** So many projects are read and written at once. */
const batchSize = 500;

const answer = { status: 200 };

const work: Work = { resource: projects, action: 'update', items: [], answer: () => answer };

/**
 * Moves the instant of every bid that is due on a day and at no time of it to the first of that day in another zone,
 * of deleted projects too, each with its history and, while it lives, its message. The account must be held, so that
 * nobody else is changing projects.
 * @throws {Refusal} `validation_failed` when an instant would leave years 1 to 9999.
 */
export async function moveBids(transaction: Queryable, call: Call, timeZone: string): Promise<void> {
  const dueOn = rememberingDays(timeZone);
  for (let last: string | undefined = '0'; last !== undefined; ) {
    const ids: string[] = await bidsAfter(transaction, call.actor.accountId, last);
    if (ids.length > 0) await moveBatch(transaction, call, ids, dueOn);
    last = ids.at(-1);
  }
}

type DueOn = (day: string) => Values | null;

/** Many bids are due on the same day. */
function rememberingDays(timeZone: string): DueOn {
  const known = new Map<string, Values | null>();
  return (day) => {
    const due = known.get(day) ?? bidDueOnDay(day, timeZone);
    known.set(day, due);
    return due;
  };
}

async function bidsAfter(transaction: Queryable, accountId: string, last: string): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(
    `select id from projects
    where account_id = $1::bigint and id > $2::bigint and not bid_due_at_includes_time
    order by id limit ${batchSize}`,
    [accountId, last],
  );
  return rows.map(({ id }) => id);
}

async function moveBatch(transaction: Queryable, call: Call, ids: readonly string[], dueOn: DueOn): Promise<void> {
  const { accountId } = call.actor;
  const nothing = { referenced: new Map(), keyed: new Map(), unique: new Map(), remembered: [] };
  const asked = {
    accountId,
    resource: projects,
    newIds: 0,
    ids,
    lock: 'no key update',
    waits: true,
    ...nothing,
  } as const;
  const { rows } = await prepare(transaction, asked);
  const drafts = [...rows.values()].map((row) => movedBid(row, call, dueOn)).filter(({ changed }) => changed);
  // The key of the request stands for the account's change, not for each of these.
  const { idempotency: _, ...silent } = call;
  if (drafts.length > 0) await write(transaction, accountId, partsOf({ work, call: silent }, drafts, answer));
}

function movedBid(before: Row, call: Call, dueOn: DueOn): Draft {
  const after = { ...before, ...dueAfter(before, dueOn) };
  const fields = changedFields(projects, before, after, call.directory);
  const isDeleted = before.deleted_at !== null;
  return {
    action: 'update',
    row: keptRow(before, after, { id: before.id, at: wireTime(call.at), deletedAt: before.deleted_at }),
    changed: Object.keys(fields).length > 0,
    fields,
    eventTypes: isDeleted ? [] : ['project.update'],
    appendices: [],
    relinked: false,
    passwordHash: undefined,
  };
}

function dueAfter(bid: Row, dueOn: DueOn): Values {
  const day = bid['bid_due_date'] as string;
  const due = dueOn(day);
  if (due) return due;
  const message = `would move the bid of project ${bid.id}, due on ${day}, out of years 1 to 9999`;
  throw new Refusal('validation_failed', `The time zone ${message}.`, {
    problems: [{ pointer: '/account/time_zone', code: 'out_of_range', message }],
  });
}
