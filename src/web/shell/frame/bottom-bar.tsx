import { Link } from '@tanstack/react-router';
import { Menu, Plus } from '../../parts/icons/icons.tsx';
import { useSession } from '../../data/session.ts';
import { openOverlay } from '../overlays/overlay.ts';
import { Count, type MenuPlace, places, useIsOnBar } from './places.tsx';
import style from './bottom-bar.module.css';

/** The navigation of small screens. */
export function BottomBar() {
  const canWrite = useSession().user.role !== 'viewer';
  const onBar = places.filter(useIsOnBar());
  // The button that makes records stands in the middle.
  const half = Math.ceil(onBar.length / 2);
  return (
    <nav className={style.bar} aria-label="Main" data-chrome>
      <BarLinks places={onBar.slice(0, half)} />
      {canWrite && (
        <button type="button" className={style.item} aria-label="New" onClick={() => openOverlay('create')}>
          <span className={style.plus}>
            <Plus aria-hidden />
          </span>
        </button>
      )}
      <BarLinks places={onBar.slice(half)} />
      <button type="button" className={style.item} onClick={() => openOverlay('more')}>
        <Menu aria-hidden />
        More
      </button>
    </nav>
  );
}

const BarLinks = ({ places: shown }: { readonly places: readonly MenuPlace[] }) =>
  shown.map(({ to, name, icon: Icon, counted }) => (
    <Link key={to} to={to} className={style.item}>
      <Icon aria-hidden />
      {name}
      {counted && (
        <span className={style.badge}>
          <Count {...counted} />
        </span>
      )}
    </Link>
  ));
