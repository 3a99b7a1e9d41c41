import { PanelLeftClose, PanelLeftOpen, Search, UserRound } from '../../parts/icons/icons.tsx';
import { changePreferences, usePreferences } from '../../data/preferences.ts';
import { useSession } from '../../data/session.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { isMac } from '../../keys/is-mac.ts';
import { openOverlay } from '../overlays/overlay.ts';
import { toast } from '../../toasts/toasts.ts';
import { Optional } from './optional.tsx';
import { PinnedViews } from './pinned-views.tsx';
import { PlaceLinks, usePlaces } from './places.tsx';
import style from './rail.module.css';

/** The navigation at the side. It can be narrowed to its icons. */
export function Rail() {
  const { account } = useSession();
  const isNarrow = usePreferences().rail === 'narrow';
  const links = { isNarrow };
  const places = usePlaces();
  const of = (group: string) => places.filter((place) => place.group === group);
  return (
    <nav className={style.rail} aria-label="Main" data-rail={isNarrow ? 'narrow' : 'wide'} data-chrome>
      <div className={style.head}>
        {!isNarrow && (
          <p className={style.firm} title={account.name}>
            {account.name}
          </p>
        )}
        <NarrowButton isNarrow={isNarrow} />
      </div>
      <button
        type="button"
        className={style.search}
        aria-label={isNarrow ? 'Search' : undefined}
        aria-keyshortcuts="Control+K"
        title={isNarrow ? 'Search' : undefined}
        onClick={() => openOverlay('commands')}
      >
        <Search aria-hidden />
        {!isNarrow && (
          <>
            <span>Search</span>
            <kbd className={style.chord} aria-hidden>
              {isMac ? 'Cmd K' : 'Ctrl K'}
            </kbd>
          </>
        )}
      </button>
      <div className={style.groups}>
        <PlaceLinks places={of('work')} {...links} />
        <PlaceLinks places={of('records')} {...links} />
        <Optional>
          <PinnedViews {...links} />
        </Optional>
      </div>
      <div className={style.foot}>
        <PlaceLinks places={of('foot')} {...links} />
        <AccountButton isNarrow={isNarrow} />
      </div>
    </nav>
  );
}

/** Narrows the rail to its icons, or widens it again, on every device of the person. */
function NarrowButton({ isNarrow }: { readonly isNarrow: boolean }) {
  const name = isNarrow ? 'Widen the navigation' : 'Narrow the navigation';
  const toggle = async (): Promise<void> => {
    try {
      await changePreferences({ rail: isNarrow ? null : 'narrow' });
    } catch (error) {
      toast(`The navigation stays as it was. ${reasonOf(error)}`, { isFault: true });
    }
  };
  return (
    <button type="button" className={style.icon} aria-label={name} title={name} onClick={() => void toggle()}>
      {isNarrow ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
    </button>
  );
}

/** Opens the menu of the person. */
function AccountButton({ isNarrow }: { readonly isNarrow: boolean }) {
  const { user } = useSession();
  const name = user.name ?? user.email;
  return (
    <button
      type="button"
      className={isNarrow ? style.icon : style.account}
      aria-label={`Account: ${name}`}
      aria-haspopup="dialog"
      title={user.email}
      onClick={() => openOverlay('me')}
    >
      <UserRound aria-hidden />
      {!isNarrow && <span className={style.name}>{name}</span>}
    </button>
  );
}
