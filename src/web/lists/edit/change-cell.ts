import type { Resource } from '../../../resources/resource.ts';
import { words } from '../../../resources/in-words.ts';
import { changeQueue } from '../../data/change-queue.ts';
import { Conflict } from '../../data/conflict.ts';
import type { Fields } from '../../data/target.ts';
import { takeBack } from '../../record/take-back.ts';
import { toast } from '../../toasts/toasts.ts';
import { canUndo } from '../../toasts/undo.ts';
import type { ListColumn } from '../columns/columns.ts';
import { changeReason } from '../fault-words.ts';
import { mergeRecord, rereadRow } from '../../queries/list-cache.ts';
import type { ListedRecord } from '../../data/records.ts';

/** A change of one cell. */
export interface CellChange {
  readonly resource: Resource;
  readonly record: ListedRecord;
  readonly column: ListColumn;
  /** The fields of the request. */
  readonly fields: Fields;
  /** The values that the table shows meanwhile. */
  readonly shown: Fields;
  /** The version of the record that the person saw. */
  readonly version: number;
}

/** The new version of the record, or why the change failed. */
type CellResult = { readonly version: number } | { readonly reason: string; readonly newer: number | null };

/** The rows take the answer to each change, also of one that was made beside the table. */
changeQueue.onMade(({ target, shown }, made) => mergeRecord(target, made, shown));

/** Changes a cell. The table shows it at once; a toast offers to undo it. */
export async function changeCell({
  resource,
  record,
  column,
  fields,
  shown,
  version,
}: CellChange): Promise<CellResult> {
  const { singular, plural } = resource;
  const target = { singular, plural, id: record.id };
  try {
    const made = await changeQueue.change({ target, fields, shown }, version);
    const what = `${column.label} of ${nameOf(resource, record)}`;
    const undo = canUndo(() => void takeBack(target, made, what), `${plural}/${record.id}`);
    toast(`${what} is changed.`, { action: { name: 'Undo', run: undo } });
    return { version: made.version };
  } catch (error) {
    if (error instanceof Conflict) await rereadRow(plural, record.id);
    return { reason: changeReason(error, resource), newer: error instanceof Conflict ? error.version : null };
  }
}

const nameOf = (resource: Resource, { name, id }: ListedRecord): string =>
  typeof name === 'string' ? name : `${words(resource)} ${id}`;
