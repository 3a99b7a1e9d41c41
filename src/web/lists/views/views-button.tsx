import { Bookmark } from '../../parts/icons/icons.tsx';
import { useState } from 'react';
import { Button } from '../../parts/button/button.tsx';
import { ViewsDialog, type ViewsOfScreen } from './views-dialog.tsx';
import style from './views-dialog.module.css';
import { isAltered } from './views.ts';

/** Leads to the saved views of a screen. A dot says that the open one is altered. */
export function ViewsButton(props: ViewsOfScreen) {
  const { view, search } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Bookmark aria-hidden />
        Views
        {view !== null && isAltered(search, view) && <span className={style.dot} role="img" aria-label="altered" />}
      </Button>
      {isOpen && <ViewsDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
