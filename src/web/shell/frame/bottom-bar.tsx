import { Link } from '@tanstack/react-router';
import { Menu, Plus } from '../../parts/icons/icons.tsx';
import { useSession } from '../../data/session.ts';
import { openOverlay } from '../overlays/overlay.ts';
import { Count, places } from './places.tsx';
import style from './bottom-bar.module.css';

const onBar = places.filter(({ isOnBar }) => isOnBar);
/** The button that makes records stands in the middle. */
const [before, after] = [onBar.slice(0, Math.ceil(onBar.length / 2)), onBar.slice(Math.ceil(onBar.length / 2))];

/** The navigation of small screens. */
export function BottomBar() {
  const canWrite = useSession().user.role !== 'viewer';
  return (
    <nav className={style.bar} aria-label="Main" data-chrome>
      <BarLinks places={before} />
      {canWrite && (
        <button type="button" className={style.item} aria-label="New" onClick={() => openOverlay('create')}>
          <span className={style.plus}>
            <Plus aria-hidden />
          </span>
        </button>
      )}
      <BarLinks places={after} />
      <button type="button" className={style.item} onClick={() => openOverlay('more')}>
        <Menu aria-hidden />
        More
      </button>
    </nav>
  );
}

const BarLinks = ({ places: shown }: { readonly places: typeof onBar }) =>
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
