import { StatementError, uniqueViolation } from '../../database/engine-errors.ts';
import { Refusal } from '../../refusal.ts';
import { words } from '../../resources/in-words.ts';
import type { Resource } from '../../resources/resource.ts';
import { findByExternalId, type FoundRecord } from './find-by-external-id.ts';
import type { ChangeContext, StoreContext } from '../request-context.ts';
import type { ChangeOutcome, RenderedRecord } from '../results.ts';
import { change } from './change.ts';
import type { Item } from './change-set.ts';
import { findStoredAnswer } from './stored-answer.ts';

/** A record of a resource, named by its external id. */
export interface NamedRecord {
  readonly resource: Resource;
  readonly externalId: string;
}

/** Each attempt fails only after another request has created, renamed or deleted a record with the external id. */
const mostAttempts = 20;

/**
 * Runs a request for the record that has an external id. If it is refused, and another record has the external id
 * meanwhile, the request is run again.
 * @param run gets the record; null if no live record has the external id.
 */
export async function withNamed<Value>(
  context: StoreContext,
  { resource, externalId }: NamedRecord,
  run: (found: FoundRecord | null) => Promise<Value>,
): Promise<Value> {
  const sought = { resource, accountId: context.actor.accountId, externalId };
  let found = await findByExternalId(context.store, sought);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(found);
    } catch (error) {
      if (!(error instanceof Refusal) || attempt === mostAttempts) throw error;
      const now = await findByExternalId(context.store, sought);
      if (now?.id === found?.id && !(found === null && isTaken(error))) throw error;
      found = now;
    }
  }
}

/** Whether another record had the external id of a new one. It may be deleted already. */
const isTaken = ({ code, cause }: Refusal): boolean =>
  code === 'already_exists' || (cause instanceof StatementError && cause.code === uniqueViolation);

/** The refusal of an external id that no live record has. */
export const noSuchRecord = ({ resource, externalId }: NamedRecord): Refusal =>
  new Refusal('not_found', `There is no ${words(resource)} with the external_id ${JSON.stringify(externalId)}.`);

/** The answer of the first request with the idempotency key, which may have made the change that refuses this one. */
export async function replayedOr<Value>(
  context: ChangeContext<Value>,
  refusal: Refusal,
): Promise<ChangeOutcome<Value>> {
  const replayed = await findStoredAnswer(context.store.engine, context);
  if (replayed) return replayed;
  throw refusal;
}

/** A record that a request has created or changed. */
export interface SavedRecord extends RenderedRecord {
  readonly isNew: boolean;
}

/** Creates a record, or changes the one with the id of the item. */
export async function saveRecord(
  { idempotency, ...context }: ChangeContext<SavedRecord>,
  resource: Resource,
  item: Item,
): Promise<ChangeOutcome<SavedRecord>> {
  const isNew = item.id === null;
  const saved = (record: RenderedRecord): SavedRecord => ({ ...record, isNew });
  const keyed = idempotency && {
    ...idempotency,
    encode: (record: RenderedRecord) => idempotency.encode(saved(record)),
  };
  const action = isNew ? 'create' : 'update';
  const outcome = await change({ ...context, ...(keyed && { idempotency: keyed }) }, { resource, action, item });
  return outcome.kind === 'done' ? { kind: 'done', value: saved(outcome.value) } : outcome;
}
