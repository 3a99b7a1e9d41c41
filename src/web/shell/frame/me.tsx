import { useSession } from '../../data/session.ts';
import { Button } from '../../parts/button/button.tsx';
import { ThemeChoice } from '../../parts/theme-choice.tsx';
import { leave } from '../../parts/leave.ts';
import { openOverlay } from '../overlays/overlay.ts';
import style from './me.module.css';

/** The signed-in person, the colours of the page, its keys, and the way out. */
export function Me() {
  const { user } = useSession();
  return (
    <div className={style.me}>
      <p className={style.name} title={user.email}>
        {user.name ?? user.email}
      </p>
      <ThemeChoice />
      <div className={style.buttons}>
        <Button look="bare" aria-keyshortcuts="?" onClick={() => openOverlay('keys')}>
          Keys
        </Button>
        <Button look="bare" onClick={() => void leave()}>
          Sign out
        </Button>
      </div>
    </div>
  );
}
