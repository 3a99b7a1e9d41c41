import { type Change, changeQueue, Conflict, type Made } from '../../data/change-queue.ts';
import type { Fields } from '../../data/target.ts';
import { chooseAtConflict } from './conflicts.ts';

/** A change that the service has made. */
interface Chosen extends Made {
  /** Whether somebody else had changed the same fields, so that the person chose the values. */
  readonly isChosen: boolean;
}

/** The record as the person saw it. */
interface Seen {
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
export async function changeOrChoose(change: Change, from: Seen): Promise<Chosen | null> {
  try {
    return { ...(await changeQueue.change(change, from.version)), isChosen: false };
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    from.onConflict?.();
    const asked = { target: change.target, seen: from.seen, fields: change.fields, conflict: error };
    const fields = await chooseAtConflict(asked);
    if (fields === null) throw error;
    if (Object.keys(fields).length === 0) return null;
    const isWhole = Object.keys(fields).length === Object.keys(change.fields).length;
    const chosen = { ...change, fields, shown: isWhole ? change.shown : {} };
    const made = await changeOrChoose(chosen, { ...from, version: error.version });
    return made && { ...made, isChosen: true };
  }
}

/** The words of a toast about a change of which the person chose the values. */
export const chosenSaid = (name: string): string => `The values that you chose for ${name} are saved.`;
