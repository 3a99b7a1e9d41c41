import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { leads as resource } from '../../resources/leads.ts';
import { create, creationName } from '../create/creation.ts';
import { useSession } from '../data/session.ts';
import type { Search } from '../lists/address.ts';
import { ActiveFilters } from '../lists/filters/active-filters.tsx';
import { Button } from '../parts/button/button.tsx';
import { Failure } from '../parts/failure/failure.tsx';
import { useKeys } from '../shell/keys.ts';
import { LeadList } from './lead-list.tsx';
import { LeadPane } from './lead-pane.tsx';
import type { LeadView } from './lead-views.ts';
import style from './leads-screen.module.css';
import { useInbox } from './use-inbox.ts';
import { ViewTabs } from './view-tabs.tsx';

/** The inbox of leads: views with counts, the list, and the selected lead beside it. */
export function LeadsScreen() {
  const search = useSearch({ strict: false }) as unknown as Search;
  const canWrite = useSession().user.role !== 'viewer';
  const inbox = useInbox(search);
  const { view, filters, leads, selectedId, error } = inbox;
  useEffect(() => {
    document.title = 'Leads · Plumbline';
  }, []);
  const make = (): void => {
    if (canWrite) create(resource);
  };
  const navigate = useNavigate();
  const go = (changes: Record<string, string | undefined>): void =>
    void navigate({ to: '/leads', search: { ...search, ...changes } as never, replace: true });
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
          <LeadList {...{ leads, selectedId, search }} onDone={canWrite ? inbox.finish : null} />
          {inbox.more && (
            <Button look="bare" onClick={inbox.more}>
              Show more
            </Button>
          )}
        </section>
        <section className={style.pane} aria-label="Selected lead">
          <Link to="/leads" search={{ ...search, peek: undefined } as never} className={style.back}>
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

const None = ({ view, isFiltered }: { readonly view: LeadView; readonly isFiltered: boolean }) => (
  <p className={style.line}>
    {isFiltered ? (
      <>
        No lead of this view matches the filters.{' '}
        <Link to="/leads" search={{ view: view.key } as never} className={style.link}>
          Clear them
        </Link>
      </>
    ) : (
      view.none
    )}
  </p>
);
