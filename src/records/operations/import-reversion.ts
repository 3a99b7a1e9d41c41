import { inStageSince } from '../../domain/projects/project-reversion.ts';
import type { Queryable } from '../../database/engine.ts';
import { Refusal } from '../../refusal.ts';
import type { Resource } from '../../resources/resource.ts';
import { fieldsOfChanges, type PastField } from '../../store/log/changes.ts';
import { lastMoves } from '../../store/log/stage-moves.ts';
import { beginSession } from '../changing/change-session.ts';
import { changeWithin } from '../changing/change.ts';
import type { Item } from '../changing/change-set.ts';
import type { RequestContext } from '../request-context.ts';
import { fieldsBack, inputOf } from './reversion.ts';

/** Records, each with the version that the change to take back made. It is the last change of each. */
export interface LastChanges {
  readonly resource: Resource;
  readonly records: readonly { readonly id: string; readonly version: number }[];
}

/** Takes back the last change of each record, within an open transaction. @returns the ids of those taken back. */
export async function revertLastChanges(
  transaction: Queryable,
  context: RequestContext,
  { resource, records }: LastChanges,
): Promise<ReadonlySet<string>> {
  if (records.length === 0) return new Set();
  const blank = records.map(({ id }): Item => ({ pointer: '', id, input: {}, problems: [] }));
  const session = await beginSession(transaction, context, { resource, action: 'update', items: blank });
  const fresh = { ...context, directory: session.directory };
  const past = await fieldsOfChanges(transaction, { accountId: context.actor.accountId, resource }, records);
  const items: Item[] = [];
  for (const { id, version } of records) {
    const row = session.prefetched.rows.get(id);
    const fields = past.get(id);
    if (!row || !fields) continue;
    const before = Object.entries(fields).map(([name, { from }]): PastField => ({ name, value: from, other: null }));
    const input = inputOf(fieldsBack(resource, row, before, session.directory));
    const inStage = await stayOf(transaction, fresh, { resource, id, input, version: version - 1 });
    items.push({ pointer: '', id, input, problems: [], reversion: { version: version - 1, inStageSince: inStage } });
  }
  return await reverted(transaction, fresh, resource, items);
}

type Wanted = Pick<LastChanges, 'resource'> & {
  readonly id: string;
  readonly input: Item['input'];
  readonly version: number;
};

/** The instant since which a project has been in the stage to which it goes back. */
async function stayOf(
  transaction: Queryable,
  { actor, at }: RequestContext,
  { resource, id, input, version }: Wanted,
): Promise<string | null> {
  const stageId = input['project_stage_id'];
  if (resource.plural !== 'projects' || typeof stageId !== 'string') return null;
  const moves = await lastMoves(transaction, actor.accountId, id);
  return inStageSince(moves, { stageId, version, userId: actor.userId, now: at.toISOString(), longest: Infinity });
}

/** Changes all together, or one by one if one of them is refused. */
async function reverted(
  transaction: Queryable,
  context: RequestContext,
  resource: Resource,
  items: readonly Item[],
): Promise<ReadonlySet<string>> {
  const ids = (some: readonly Item[]): string[] => some.flatMap(({ id }) => id ?? []);
  try {
    await changeWithin(transaction, context, { resource, action: 'update', items });
    return new Set(ids(items));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (items.length <= 1) return new Set();
  }
  const done: string[] = [];
  for (const item of items) done.push(...(await reverted(transaction, context, resource, [item])));
  return new Set(done);
}
