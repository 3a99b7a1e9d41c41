import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Pin } from '../../parts/icons/screen-icons.tsx';
import { useSession } from '../../data/session.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { Popover } from '../../parts/popover/popover.tsx';
import { usePreferences } from '../../data/preferences.ts';
import type { Search } from '../../queries/address.ts';
import { NameForm } from './name-form.tsx';
import { ViewActions } from './view-actions.tsx';
import style from './views-dialog.module.css';
import { createView, givenOf, pathOf, searchOf, type SavedView, type ViewPlace } from './views.ts';
import { pinView } from './pinned.ts';

/** The views of a screen, and the address that opens one. */
export interface ViewsOfScreen {
  readonly place: ViewPlace;
  readonly views: readonly SavedView[];
  /** The open view. */
  readonly view: SavedView | null;
  readonly search: Search;
  readonly onOpen: (search: Search) => void;
}

interface Props extends ViewsOfScreen {
  readonly onClose: () => void;
}

/** The saved views of a screen: opens one, changes the open one, and saves what is shown as a new one. */
export function ViewsDialog({ place, views, view, search, onOpen, onClose }: Props) {
  const session = useSession();
  const canSave = session.user.role !== 'viewer';
  const [error, setError] = useState<unknown>(null);
  const attempt = (work: () => Promise<unknown>): void => {
    setError(null);
    work().catch((fault: unknown) => setError(fault));
  };
  const saveAs = async (name: string): Promise<void> => {
    const made = await createView(place.plural, { name, ...givenOf(search, place) });
    onOpen(searchOf(made));
    onClose();
  };
  const isMine = ({ created_by: maker }: SavedView): boolean => maker?.id === session.user.id;
  const groups = [
    ['Mine', views.filter(isMine)],
    ['Shared by others', views.filter((one) => !isMine(one))],
  ] as const;
  return (
    <Popover isWide title="Views" onClose={onClose}>
      {error !== null && <Failure error={error} />}
      {views.length === 0 && (
        <p className="quiet">
          No views yet.{' '}
          {canSave ? 'Filter and arrange the list, then save it here.' : 'Views that others share appear here.'}
        </p>
      )}
      {groups.map(
        ([heading, members]) =>
          members.length > 0 && (
            <section key={heading} aria-label={heading}>
              <h3 className="label">{heading}</h3>
              <ul>
                {members.map((one) => (
                  <li key={one.id} className={style.row}>
                    <Link
                      to={pathOf(one) as '/projects'}
                      search={searchOf(one) as never}
                      className={style.view}
                      aria-current={one.id === view?.id ? 'true' : undefined}
                      onClick={onClose}
                    >
                      <bdi className={style.name}>{one.name}</bdi>
                      {one.shared && isMine(one) && <span className="quiet">shared</span>}
                    </Link>
                    <PinButton view={one} attempt={attempt} />
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
      {view && (
        <ViewActions
          key={view.id}
          place={place}
          view={view}
          search={search}
          session={session}
          attempt={attempt}
          onOpen={onOpen}
        />
      )}
      {canSave && (
        <NameForm
          label="Save what is shown as a new view"
          verb="Save as"
          onSave={(name) => attempt(() => saveAs(name))}
        />
      )}
    </Popover>
  );
}

interface PinButtonProps {
  readonly view: SavedView;
  /** Does something, and shows why it failed. */
  readonly attempt: (work: () => Promise<unknown>) => void;
}

/** Pins a view to the navigation, or takes it away from there. */
function PinButton({ view, attempt }: PinButtonProps) {
  const { pinned_views: pinned = {} } = usePreferences();
  const isPinned = view.id in pinned;
  return (
    <Button
      look="bare"
      className={style.pin ?? ''}
      aria-label={`Pin ${view.name} to the navigation`}
      aria-pressed={isPinned}
      title={isPinned ? 'Unpin from the navigation' : 'Pin to the navigation'}
      onClick={() => attempt(() => pinView(view, !isPinned))}
    >
      <Pin aria-hidden />
    </Button>
  );
}
