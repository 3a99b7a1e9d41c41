import { Link } from '@tanstack/react-router';
import { Bookmark } from '../../parts/icons/icons.tsx';
import { usePinnedViews } from '../../lists/views/pinned.ts';
import { pathOf, searchOf } from '../../lists/views/views.ts';
import style from './places.module.css';
import { useAddressSearch } from '../../queries/use-address.ts';

interface Props {
  /** The names stand in a tooltip, and screen readers read them. */
  readonly isNarrow?: boolean;
  readonly onGo?: () => void;
}

/** Links to the saved views that the person has pinned. */
export function PinnedViews({ isNarrow = false, onGo }: Props) {
  const views = usePinnedViews() ?? [];
  const { saved } = useAddressSearch();
  if (views.length === 0) return null;
  return (
    <ul aria-label="Pinned views">
      {views.map((view) => (
        <li key={view.id}>
          <Link
            to={pathOf(view) as '/projects'}
            search={searchOf(view) as never}
            className={style.place}
            // An altered view is still the one that is open.
            aria-current={saved === view.id ? 'page' : undefined}
            activeProps={{ 'aria-current': undefined }}
            title={view.name}
            onClick={onGo}
          >
            {isNarrow ? (
              <span aria-hidden className={style.initial}>
                {[...view.name].at(0)}
              </span>
            ) : (
              <Bookmark aria-hidden />
            )}
            <bdi className={isNarrow ? 'hidden-text' : style.name}>{view.name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}
