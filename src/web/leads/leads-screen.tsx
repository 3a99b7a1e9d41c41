import { Link } from '@tanstack/react-router';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { leads as resource } from '../../resources/leads.ts';
import { create, creationName, useListOnScreen } from '../create/creation.ts';
import { useSession } from '../data/session.ts';
import type { Search } from '../queries/address.ts';
import { ActiveFilters } from '../lists/filters/active-filters.tsx';
import { type SelectedRows, useSelection } from '../lists/selection/use-selection.ts';
import { Button } from '../parts/button/button.tsx';
import { Failure } from '../parts/failure/failure.tsx';
import { useKeys } from '../keys/keys.ts';
import { useFormats } from '../data/formats.ts';
import tab from '../parts/tab-links.module.css';
import { medium, useMedia } from '../parts/use-media.ts';
import { useTitle } from '../parts/use-title.ts';
import { LeadList } from './lead-list.tsx';
import { LeadPane } from './lead-pane.tsx';
import { LeadTools } from './lead-tools.tsx';
import { leadCount, type LeadView, leadViews } from './lead-views.ts';
import style from './leads-screen.module.css';
import { useInbox } from './use-inbox.ts';
import { useSelectionKeys } from './use-selection-keys.ts';
import { ImportLink } from '../lists/import-link.tsx';
import { useAddress } from '../queries/use-address.ts';

/** The inbox of leads: views with counts, the list, and the selected lead beside it. */
export function LeadsScreen() {
  const { search, change: go } = useAddress('/leads');
  const canWrite = useSession().user.role !== 'viewer';
  const inbox = useInbox(search);
  const { view, filters, leads, selectedId } = inbox;
  useTitle('Leads');
  const make = (): void => {
    if (canWrite) create(resource);
  };
  useListOnScreen({ resource, search: { ...filters, ...valuesIn[view.key] }, subjectOf: () => undefined });
  const { step } = inbox;
  const isNarrow = useMedia(medium);
  const choosing = useChoosing(inbox, { isNarrow, canWrite });
  const { selection } = choosing;
  useKeys({
    arrowdown: { does: 'Next lead', act: step(1) },
    j: { does: 'Next lead', act: step(1) },
    arrowup: { does: 'Lead before', act: step(-1) },
    k: { does: 'Lead before', act: step(-1) },
    ...(canWrite ? { c: { does: creationName(resource), act: make } } : {}),
  });
  return (
    <div className={style.screen} data-peek={search['peek'] === undefined ? undefined : ''}>
      <header className={style.head}>
        <h1>Leads</h1>
        {canWrite && (
          <div className={style.tools} data-chrome>
            {isNarrow && <SelectButtons {...choosing} />}
            <Button onClick={make} aria-keyshortcuts="c">
              New lead
            </Button>
          </div>
        )}
      </header>
      <ViewTabs current={view} filters={filters} />
      <div className={style.filters}>
        <ActiveFilters resource={resource} search={search} onChange={go} />
      </div>
      <div className={style.panes}>
        <ListPane
          inbox={inbox}
          search={search}
          selection={choosing.isSelecting ? selection : null}
          isNarrow={isNarrow}
          canWrite={canWrite}
        />
        <section className={style.pane} aria-label="Selected lead">
          <Link to="/leads" search={{ ...search, peek: undefined } as never} className={`link ${style.back}`}>
            Back to the list
          </Link>
          {selectedId !== undefined && (
            <LeadPane
              key={selectedId}
              id={selectedId}
              view={view}
              hasKeys={selection.ids.size === 0}
              onDone={() => inbox.finish(selectedId)}
            />
          )}
        </section>
      </div>
      {canWrite && (
        <LeadTools view={view} filters={filters} leads={leads} hasMore={inbox.more !== null} selection={selection} />
      )}
    </div>
  );
}

interface ListProps {
  readonly inbox: ReturnType<typeof useInbox>;
  readonly search: Search;
  readonly selection: SelectedRows | null;
  readonly isNarrow: boolean;
  readonly canWrite: boolean;
}

/** The leads of the view, or why there are none. */
function ListPane({ inbox, search, canWrite, ...shown }: ListProps) {
  const { view, filters, leads, selectedId, error } = inbox;
  return (
    <section className={style.listPane} aria-label={view.name}>
      {error && <Failure error={error} onRetry={inbox.retry} />}
      {inbox.isLoading && <p className={style.line}>Loading…</p>}
      {inbox.isEmpty && <None view={view} isFiltered={Object.keys(filters).length > 0} />}
      <LeadList
        leads={leads}
        selectedId={selectedId}
        search={search}
        onDone={canWrite ? inbox.finish : null}
        {...shown}
      />
      {inbox.more && (
        <Button look="bare" onClick={inbox.more}>
          Show more
        </Button>
      )}
    </section>
  );
}

interface Choosing {
  readonly selection: SelectedRows;
  /** Whether the rows have checkboxes. On a narrow screen they have them only while a person selects. */
  readonly isSelecting: boolean;
  readonly onChange: (isSelecting: boolean) => void;
}

/** The selection of leads that are changed together. */
function useChoosing(
  { leads, selectedId, step, view, filters }: ReturnType<typeof useInbox>,
  { isNarrow, canWrite }: { readonly isNarrow: boolean; readonly canWrite: boolean },
): Choosing {
  const selection = useSelection(leads, JSON.stringify([view.key, filters]));
  const [isOn, setOn] = useState(false);
  useSelectionKeys({ leads, selectedId, selection, step, isOn: canWrite });
  const isSelecting = canWrite && (!isNarrow || isOn || selection.ids.size > 0);
  return { selection, isSelecting, onChange: setOn };
}

/** The buttons that begin and end a selection on a narrow screen. */
function SelectButtons({ selection, isSelecting, onChange }: Choosing) {
  if (!isSelecting) return <Button onClick={() => onChange(true)}>Select</Button>;
  const end = (): void => {
    onChange(false);
    selection.clear();
  };
  return (
    <>
      <Button look="bare" onClick={end}>
        Done
      </Button>
      <Button look="bare" onClick={selection.selectLoaded}>
        Select all rows
      </Button>
    </>
  );
}

/** The defaults of a new lead in a view. */
const valuesIn: Readonly<Partial<Record<LeadView['key'], Search>>> = {
  mine: { assigned_to_id: 'me' },
  priority: { priority: 'true' },
};

function None({ view, isFiltered }: { readonly view: LeadView; readonly isFiltered: boolean }) {
  const { data: all } = useQuery(leadCount('all', {}));
  if (isFiltered) {
    return (
      <p className={style.line}>
        No lead of this view matches the filters.{' '}
        <Link to="/leads" search={{ view: view.key } as never} className="link">
          Clear them
        </Link>
      </p>
    );
  }
  if (all !== 0) return <p className={style.line}>{view.none}</p>;
  return (
    <div className={style.line}>
      <p>No leads yet.</p>
      <ImportLink family="leads" />
    </div>
  );
}

interface Props {
  readonly current: LeadView;
  /** The other filters of the list. */
  readonly filters: Search;
}

/** The views of the inbox, with the number of leads in each. */
function ViewTabs({ current, filters }: Props) {
  const { count } = useFormats();
  const counts = useQueries({ queries: leadViews.map(({ key }) => leadCount(key, filters)) });
  return (
    <nav aria-label="Views" className={style.views}>
      {leadViews.map((view, index) => {
        const number = counts[index]?.data;
        return (
          <Link
            key={view.key}
            to="/leads"
            search={{ ...filters, view: view.key } as never}
            className={tab.link}
            aria-current={view.key === current.key ? 'page' : undefined}
          >
            {view.name} <span className={tab.count}>{number === undefined ? '' : count(number)}</span>
          </Link>
        );
      })}
    </nav>
  );
}
