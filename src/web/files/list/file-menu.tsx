import { useState } from 'react';
import { ActionMenu, type MenuAction } from '../../parts/action-menu/action-menu.tsx';
import { Button } from '../../parts/button/button.tsx';
import { Ellipsis } from '../../parts/icons/icons.tsx';
import { useCanChange } from '../../record/past.ts';
import type { FileOwner, ListedFile } from '../file.ts';
import { deleteFile } from './file-actions.ts';
import { FileForm } from './file-form.tsx';
import { MoveForm } from './move-form.tsx';
import style from './files.module.css';

interface Props {
  readonly file: ListedFile;
  readonly owner: FileOwner;
}

/** The ⋯ of a file, for those who may change it. */
export function FileMenu({ file, owner }: Props) {
  const canWrite = useCanChange();
  const [open, setOpen] = useState<'menu' | 'edit' | 'move' | null>(null);
  const close = (): void => setOpen(null);
  const actions: MenuAction[] = [
    { name: file.kind === 'link' ? 'Edit' : 'Rename', run: () => setOpen('edit') },
    { name: 'Move to another record', run: () => setOpen('move') },
    { name: 'Delete', key: 'Delete', run: () => void deleteFile(file) },
  ];
  if (!canWrite) return null;
  return (
    <>
      <Button
        look="bare"
        className={style.button}
        data-chrome
        aria-label={`Actions on ${file.name}`}
        onClick={() => setOpen('menu')}
      >
        <Ellipsis aria-hidden />
      </Button>
      {open === 'menu' && <ActionMenu title={file.name} actions={actions} onClose={close} />}
      {open === 'edit' && <FileForm file={file} onClose={close} />}
      {open === 'move' && <MoveForm file={file} owner={owner} onClose={close} />}
    </>
  );
}
