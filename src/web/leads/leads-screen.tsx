import { Link } from '@tanstack/react-router';
import { useQueries } from '@tanstack/react-query';
import { leads as resource } from '../../resources/leads.ts';
import { create, creationName, useListOnScreen } from '../create/creation.ts';
import { useSession } from '../data/session.ts';
import type { Search } from '../queries/address.ts';
import { ActiveFilters } from '../lists/filters/active-filters.tsx';
import { Button } from '../parts/button/button.tsx';
import { Failure } from '../parts/failure/failure.tsx';
import { useKeys } from '../keys/keys.ts';
import { useFormats } from '../data/formats.ts';
import tab from '../parts/tab-links.module.css';
import { useTitle } from '../parts/use-title.ts';
import { LeadList } from './lead-list.tsx';
import { LeadPane } from './lead-pane.tsx';
import { leadCount, type LeadView, leadViews } from './lead-views.ts';
import style from './leads-screen.module.css';
import { useInbox } from './use-inbox.ts';
import { useAddress } from '../queries/use-address.ts';

/** The inbox of leads: views with counts, the list, and the selected lead beside it. */
export function LeadsScreen() {
  const { search, change: go } = useAddress('/leads');
  const canWrite = useSession().user.role !== 'viewer';
  const inbox = useInbox(search);
  const { view, filters, leads, selectedId, error } = inbox;
  useTitle('Leads');
  const make = (): void => {
    if (canWrite) create(resource);
  };
  useListOnScreen({ resource, search: { ...filters, ...valuesIn[view.key] }, subjectOf: () => undefined });
  const { step } = inbox;
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
          <Button onClick={make} aria-keyshortcuts="c" data-chrome>
            New lead
          </Button>
        )}
      </header>
      <ViewTabs current={view} filters={filters} />
      <div className={style.filters}>
        <ActiveFilters resource={resource} search={search} onChange={go} />
      </div>
      <div className={style.panes}>
        <section className={style.listPane} aria-label={view.name}>
          {error && <Failure error={error} onRetry={inbox.retry} />}
          {inbox.isLoading && <p className={style.line}>Loading…</p>}
          {inbox.isEmpty && <None view={view} isFiltered={Object.keys(filters).length > 0} />}
          <LeadList leads={leads} selectedId={selectedId} search={search} onDone={canWrite ? inbox.finish : null} />
          {inbox.more && (
            <Button look="bare" onClick={inbox.more}>
              Show more
            </Button>
          )}
        </section>
        <section className={style.pane} aria-label="Selected lead">
          <Link to="/leads" search={{ ...search, peek: undefined } as never} className={`link ${style.back}`}>
            Back to the list
          </Link>
          {selectedId !== undefined && (
            <LeadPane key={selectedId} id={selectedId} view={view} onDone={() => inbox.finish(selectedId)} />
          )}
        </section>
      </div>
    </div>
  );
}

/** The defaults of a new lead in a view. */
const valuesIn: Readonly<Partial<Record<LeadView['key'], Search>>> = {
  mine: { assigned_to_id: 'me' },
  priority: { priority: 'true' },
};

const None = ({ view, isFiltered }: { readonly view: LeadView; readonly isFiltered: boolean }) => (
  <p className={style.line}>
    {isFiltered ? (
      <>
        No lead of this view matches the filters.{' '}
        <Link to="/leads" search={{ view: view.key } as never} className="link">
          Clear them
        </Link>
      </>
    ) : (
      view.none
    )}
  </p>
);

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
