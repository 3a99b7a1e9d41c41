import type { Engine } from '../../database/engine.ts';
import { memoByEngine } from '../../database/memo-by-engine.ts';
import { Refusal, unchanged } from '../../refusal.ts';

/** The accounts that a restore holds. One process at a time has the embedded engine, so it knows all of them. */
const held = memoByEngine(() => new Set<string>());

/**
 * Holds an account while a restore replaces it in several transactions. @returns a function that releases it.
 * @throws {Refusal} `conflict` if another restore holds it.
 */
export function holdAccount(engine: Engine, accountId: string): () => void {
  refuseHeld(engine, accountId);
  held(engine).add(accountId);
  return () => void held(engine).delete(accountId);
}

/** Whether a restore holds an account. */
export const isHeld = (engine: Engine, accountId: string): boolean => held(engine).has(accountId);

/**
 * Refuses a change of an account that a restore holds. A transaction calls it when it has begun, because it may have
 * waited for one of the restore.
 * @throws {Refusal} `conflict`
 */
export function refuseHeld(engine: Engine, accountId: string): void {
  if (!isHeld(engine, accountId)) return;
  const detail = 'The account is being restored from an archive, which replaces all that it has.';
  throw new Refusal('conflict', `${detail} ${unchanged}`);
}
