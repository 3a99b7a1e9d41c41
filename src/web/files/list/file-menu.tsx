import { lazyRouteComponent } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionMenu, type MenuAction } from '../../parts/action-menu/action-menu.tsx';
import { Button } from '../../parts/button/button.tsx';
import { Ellipsis } from '../../parts/icons/screen-icons.tsx';
import { Late } from '../../parts/late.tsx';
import { useCanChange } from '../../record/past.ts';
import type { FileOwner, ListedFile } from '../file.ts';
import { deleteFile } from './file-actions.ts';
import style from './files.module.css';

const FileForm = lazyRouteComponent(() => import('./file-form.tsx'), 'FileForm');
const MoveForm = lazyRouteComponent(() => import('./move-form.tsx'), 'MoveForm');

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
      {open === 'edit' && (
        <Late title={file.name} load={FileForm.preload} onClose={close}>
          <FileForm file={file} onClose={close} />
        </Late>
      )}
      {open === 'move' && (
        <Late title={file.name} load={MoveForm.preload} onClose={close}>
          <MoveForm file={file} owner={owner} onClose={close} />
        </Late>
      )}
    </>
  );
}
