import { files } from '../../../resources/files.ts';
import { queryClient } from '../../data/query-client.ts';
import type { Fields } from '../../data/target.ts';
import { changeOrChoose, saidOf } from '../../record/conflict/change-or-choose.ts';
import { deleteRecord } from '../../record/deletion.ts';
import { takeBack } from '../../record/take-back.ts';
import { toast } from '../../toasts/toasts.ts';
import { canUndo } from '../../toasts/undo.ts';
import type { ListedFile } from '../file.ts';

/** A change of a file that a person enters. */
interface FileChange {
  readonly fields: Fields;
  /** The values before it. */
  readonly before: Fields;
  /** The words of the toast once it is made. */
  readonly said: string;
}

/** Changes a file. A toast offers to undo it. @throws {Refused} @throws {Unreachable} */
export async function changeFile(file: ListedFile, { fields, before, said }: FileChange): Promise<void> {
  const { id, name, version } = file;
  const target = { singular: files.singular, plural: files.plural, id };
  try {
    const made = await changeOrChoose({ target, fields, shown: {} }, { version, seen: { ...before, name } });
    if (made === null) return;
    const undo = canUndo(() => void undoChange(), `files/${id}`);
    const undoChange = async (): Promise<void> => {
      await takeBack(target, made, name);
      await readFilesAgain();
    };
    toast(saidOf(made, said, name), { action: { name: 'Undo', run: undo } });
  } finally {
    await readFilesAgain();
  }
}

/** Deletes a file. A toast offers to restore it. */
export const deleteFile = (file: ListedFile): Promise<void> =>
  deleteRecord(files, { record: { id: file.id }, version: file.version }, file.name);

const readFilesAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [files.plural] });
