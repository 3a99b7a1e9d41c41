import { type Change, changeQueue, Conflict, type Made } from '../../data/change-queue.ts';
import type { Fields } from '../../data/target.ts';
import { chooseAtConflict } from './conflicts.ts';

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
export async function changeOrChoose(change: Change, { version, seen, onConflict }: Seen): Promise<Made | null> {
  try {
    return await changeQueue.change(change, version);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    onConflict?.();
    const fields = await chooseAtConflict({ target: change.target, seen, fields: change.fields, conflict: error });
    if (fields === null) throw error;
    if (Object.keys(fields).length === 0) return null;
    const isWhole = Object.keys(fields).length === Object.keys(change.fields).length;
    const chosen = { ...change, fields, shown: isWhole ? change.shown : {} };
    return await changeOrChoose(chosen, { version: error.version, seen });
  }
}
