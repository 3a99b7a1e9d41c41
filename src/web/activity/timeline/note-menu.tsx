import { useState } from 'react';
import { ActionMenu } from '../../parts/action-menu/action-menu.tsx';
import { Button } from '../../parts/button/button.tsx';
import { copyLink } from '../../parts/copy-link.ts';
import { Ellipsis } from '../../parts/icons/screen-icons.tsx';
import { useCanChange } from '../../record/past.ts';
import type { ShownNote } from './entry.ts';
import { deleteNote, pinNote } from './note-actions.ts';
import { NoteDialog } from './note-dialog.tsx';
import style from './timeline.module.css';

/** The ⋯ of a note. */
export function NoteMenu({ note }: { readonly note: ShownNote }) {
  const canWrite = useCanChange();
  const [open, setOpen] = useState<'menu' | 'edit' | null>(null);
  const copy = { name: 'Copy link', run: () => copyLink(`/notes/${note.id}`) };
  const actions = canWrite
    ? [
        { name: 'Edit', run: () => setOpen('edit') },
        { name: note.pinned ? 'Unpin' : 'Pin', run: () => void pinNote(note) },
        copy,
        { name: 'Delete', run: () => void deleteNote(note) },
      ]
    : [copy];
  return (
    <>
      <Button
        look="bare"
        className={style.more}
        data-chrome
        aria-label="Actions on the note"
        onClick={() => setOpen('menu')}
      >
        <Ellipsis aria-hidden />
      </Button>
      {open === 'menu' && <ActionMenu title="Note" actions={actions} onClose={() => setOpen(null)} />}
      {open === 'edit' && <NoteDialog id={note.id} onClose={() => setOpen(null)} />}
    </>
  );
}
