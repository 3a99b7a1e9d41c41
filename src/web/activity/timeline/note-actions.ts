import { notes } from '../../../resources/notes.ts';
import { queryClient } from '../../data/query-client.ts';
import { noteName } from '../../fields/note-name.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { deleteRecord } from '../../record/deletion.ts';
import { type LoadedRecord, recordQuery } from '../../record/record-query.ts';
import { changeUndoably } from '../../record/undoable-change.ts';
import { toast } from '../../toasts/toasts.ts';
import type { ShownNote } from './entry.ts';

/** Pins a note, or takes it from the top. A toast offers to undo it. */
export async function pinNote(note: ShownNote): Promise<void> {
  const { id, pinned } = note;
  const name = quoted(note);
  const loaded = await current(note);
  if (loaded === null) return;
  const fields = { pinned: !pinned };
  const said = ['is pinned.', 'is no longer pinned.'] as const;
  await changeUndoably(
    {
      target: { singular: 'note', plural: 'notes', id },
      name,
      fields,
      shown: fields,
      before: { pinned },
      said: said[Number(pinned)] ?? '',
      undone: said[Number(!pinned)] ?? '',
    },
    loaded.version,
  );
  await readTimelinesAgain();
}

/** Deletes a note. A toast offers to restore it. */
export async function deleteNote(note: ShownNote): Promise<void> {
  const loaded = await current(note);
  if (loaded === null) return;
  await deleteRecord(notes, loaded, quoted(note));
  await readTimelinesAgain();
}

/** Reads all timelines on the screen again. */
export const readTimelinesAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['timeline'] });

/** `“Roof meeting”` */
const quoted = ({ kind, title, text }: ShownNote): string => `“${noteName({ kind, title, text })}”`;

/** The note as the service has it now; null, after a message, if the page cannot read it. */
async function current(note: ShownNote): Promise<LoadedRecord | null> {
  try {
    return await queryClient.query({ ...recordQuery(notes, note.id), staleTime: 0 });
  } catch (error) {
    toast(`${quoted(note)} was not changed. ${reasonOf(error)}`, { isFault: true });
    return null;
  }
}
