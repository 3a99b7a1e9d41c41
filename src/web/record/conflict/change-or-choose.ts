import { type QueuedChange, changeQueue, type ChangeResult } from '../../data/change-queue.ts';
import { Conflict } from '../../data/conflict.ts';
import type { Fields } from '../../data/target.ts';
import { chooseAtConflict } from './conflicts.ts';

/** A change that the service has made. */
interface ChoiceResult extends ChangeResult {
  /** How much of it the person chose, where somebody else had changed the same fields; null if nobody had. */
  readonly chosen: 'whole' | 'part' | null;
}

/** The record as the person saw it. */
interface SeenRecord {
  readonly version: number;
  readonly seen: Fields;
  /** Called before the person is asked. The change does not show meanwhile. */
  readonly onConflict?: () => void;
}

/**
 * Changes a record. If somebody else has changed the same fields, asks which values hold and sends those that the
 * person chooses.
 * @returns null if the person chooses no value of the change.
 * @throws {Conflict} if the person does not choose. @throws {Refused} @throws {Unreachable}
 */
export async function changeOrChoose(change: QueuedChange, from: SeenRecord): Promise<ChoiceResult | null> {
  try {
    return { ...(await changeQueue.change(change, from.version)), chosen: null };
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    from.onConflict?.();
    const asked = { target: change.target, seen: from.seen, fields: change.fields, conflict: error };
    const fields = await chooseAtConflict(asked);
    if (fields === null) throw error;
    if (Object.keys(fields).length === 0) return null;
    const isWhole = Object.keys(fields).length === Object.keys(change.fields).length;
    const next = { ...change, fields, shown: isWhole ? change.shown : {} };
    const made = await changeOrChoose(next, { ...from, version: error.version });
    return made && { ...made, chosen: isWhole && made.chosen !== 'part' ? 'whole' : 'part' };
  }
}

/** The words of a toast about a change. @param said the words for the whole change. */
export const saidOf = ({ chosen }: ChoiceResult, said: string, name: string): string =>
  chosen === 'part' ? `The values that you chose for ${name} are saved.` : said;
