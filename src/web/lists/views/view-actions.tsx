import type { Session } from '../../data/session.ts';
import { Button } from '../../parts/button/button.tsx';
import type { Search } from '../../queries/address.ts';
import { NameForm } from './name-form.tsx';
import style from './views-dialog.module.css';
import {
  canChange,
  changeView,
  deleteView,
  givenOf,
  isAltered,
  searchOf,
  type SavedView,
  type ViewPlace,
} from './views.ts';

interface Props {
  readonly place: ViewPlace;
  readonly view: SavedView;
  readonly search: Search;
  readonly session: Session;
  /** Does something, and shows why it failed. */
  readonly attempt: (work: () => Promise<unknown>) => void;
  readonly onOpen: (search: Search) => void;
}

/** The actions on the open view. */
export function ViewActions({ place, view, search, session, attempt, onOpen }: Props) {
  const { plural } = place;
  const altered = isAltered(search, view);
  const mayChange = canChange(view, session);
  const remove = async (): Promise<void> => {
    if (!window.confirm(`Delete the view ${view.name}?`)) return;
    await deleteView(plural, view);
    onOpen(Object.fromEntries(Object.entries(search).filter(([name]) => name !== 'saved')));
  };
  return (
    <section className={style.actions} aria-label={`The view ${view.name}`}>
      <h3 className="label">
        {view.name}
        {altered && ' · altered'}
      </h3>
      <div className={style.buttons}>
        {altered && mayChange && (
          <Button look="filled" onClick={() => attempt(() => changeView(plural, view, givenOf(search, place)))}>
            Save the changes
          </Button>
        )}
        {altered && <Button onClick={() => onOpen(searchOf(view))}>Reset</Button>}
        {mayChange && (
          <Button onClick={() => attempt(() => changeView(plural, view, { shared: !view.shared }))}>
            {view.shared ? 'Stop sharing' : 'Share with everybody'}
          </Button>
        )}
        {mayChange && (
          <Button look="danger" onClick={() => attempt(remove)}>
            Delete
          </Button>
        )}
      </div>
      {mayChange && (
        <NameForm
          key={view.name}
          label="Name"
          verb="Rename"
          name={view.name}
          onSave={(name) => attempt(() => changeView(plural, view, { name }))}
        />
      )}
    </section>
  );
}
