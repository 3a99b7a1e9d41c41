import { Bookmark } from '../../parts/icons/icons.tsx';
import { lazyRouteComponent } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../parts/button/button.tsx';
import { Late } from '../../parts/late.tsx';
import { usePrepared } from '../../parts/prepared.ts';
import style from './views-dialog.module.css';
import type { ViewsOfScreen } from './views-dialog.tsx';
import { isAltered } from './views.ts';

const ViewsDialog = lazyRouteComponent(() => import('./views-dialog.tsx'), 'ViewsDialog');

/** Leads to the saved views of a screen. A dot says that the open one is altered. */
export function ViewsButton(props: ViewsOfScreen) {
  const { view, search } = props;
  const [isOpen, setOpen] = useState(false);
  usePrepared(ViewsDialog.preload);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Bookmark aria-hidden />
        Views
        {view !== null && isAltered(search, view) && <span className={style.dot} role="img" aria-label="altered" />}
      </Button>
      {isOpen && (
        <Late title="Views" load={ViewsDialog.preload} onClose={() => setOpen(false)}>
          <ViewsDialog {...props} onClose={() => setOpen(false)} />
        </Late>
      )}
    </>
  );
}
