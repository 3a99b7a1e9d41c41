import { useState } from 'react';
import { resourceOf } from '../../../resources/index.ts';
import { needsAdminToUndo } from '../../../resources/transfer/made-records.ts';
import { useFormats } from '../../data/formats.ts';
import { useSession } from '../../data/session.ts';
import { Button } from '../../parts/button/button.tsx';
import { toast } from '../../toasts/toasts.ts';
import { counted } from '../../fields/nouns.ts';
import { actOnImport, deleteFile, type Import } from '../import.ts';
import { AskDialog } from './ask-dialog.tsx';
import style from './run.module.css';

/** Undoes an import, and deletes its file. Both ask first. */
export function ReportActions({ item }: { readonly item: Import }) {
  const [open, setOpen] = useState<'undo' | 'file' | null>(null);
  const close = (): void => setOpen(null);
  const { role } = useSession().user;
  if (!item.file) return null;
  if (role !== 'admin' && item.status !== 'undone' && needsAdminToUndo(item.made ?? {})) {
    return (
      <p className="quiet">
        The import made list entries or custom fields. Only an admin may undo it or delete its file.
      </p>
    );
  }
  const undoName = undoNameOf(item);
  const undo = async (): Promise<void> => {
    await actOnImport(item.id, 'undo');
    close();
  };
  const remove = async (): Promise<void> => {
    await deleteFile(item.id);
    close();
    toast('The file is deleted.');
  };
  return (
    <div className={style.actions}>
      {undoName !== null && <Button onClick={() => setOpen('undo')}>{undoName}</Button>}
      <Button onClick={() => setOpen('file')}>Delete the file</Button>
      {open === 'undo' && (
        <AskDialog title="Undo the import?" verb="Undo" onConfirm={undo} onClose={close}>
          <Touched item={item} />
        </AskDialog>
      )}
      {open === 'file' && (
        <AskDialog title="Delete the file?" verb="Delete" onConfirm={remove} onClose={close}>
          <p>
            The service forgets the file and its rows. The records and the counts stay. The import can then no longer be
            undone, and its rejected rows are gone.
          </p>
        </AskDialog>
      )}
    </div>
  );
}

/** The name of the undo; null if there is nothing left to undo. */
function undoNameOf({ status, undo }: Import): string | null {
  if (status !== 'undone') return 'Undo the import';
  return (undo?.kept ?? 0) > 0 ? 'Undo the rest' : null;
}

/** The numbers of records that an undo deletes and sets back. */
function Touched({ item }: { readonly item: Import }) {
  const formats = useFormats();
  const { counts, made = {}, as } = item;
  const deleted = [[as, counts?.created ?? 0] as const, ...Object.entries(made)].filter(([, many]) => many > 0);
  const changed = counts?.updated ?? 0;
  return (
    <>
      {deleted.length > 0 && (
        <p>
          It deletes what the import made:{' '}
          {deleted.map(([plural, many]) => counted(many, resourceOf(plural), formats)).join(', ')}.
        </p>
      )}
      {changed > 0 && <p>It sets back what the import changed: {counted(changed, resourceOf(as), formats)}.</p>}
      {deleted.length === 0 && changed === 0 && <p>The import has made and changed nothing.</p>}
      <p>Records that somebody has changed or used since stay as they are. The report then lists them.</p>
    </>
  );
}
