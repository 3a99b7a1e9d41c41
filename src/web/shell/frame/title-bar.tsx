import { Search } from '../../parts/icons/icons.tsx';
import { useSession } from '../../data/session.ts';
import { openOverlay } from '../overlays/overlay.ts';
import style from './bottom-bar.module.css';

/** The firm and the search, above the screens of a small device. */
export function TitleBar() {
  const { account } = useSession();
  return (
    <div className={style.title} data-chrome>
      <p className={style.firm}>{account.name}</p>
      <button type="button" className={style.search} aria-label="Search" onClick={() => openOverlay('commands')}>
        <Search aria-hidden />
      </button>
    </div>
  );
}
