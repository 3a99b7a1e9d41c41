import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { Link } from '@tanstack/react-router';
import { leads } from '../../resources/leads.ts';
import { Timeline } from '../activity/timeline/timeline.tsx';
import { useSubject } from '../create/creation.ts';
import { useSession } from '../data/session.ts';
import { Files } from '../files/list/files.tsx';
import { FileZone } from '../files/zone/file-zone.tsx';
import type { FileOwner } from '../files/file.ts';
import { Failure } from '../parts/failure/failure.tsx';
import { Facts } from '../record/facts.tsx';
import { History } from '../record/history/history.tsx';
import { PartFocus } from '../record/page/place.ts';
import { recordQuery, type LoadedRecord } from '../record/record-query.ts';
import { foundIn } from '../finding/use-found.ts';
import { useWithPending } from '../record/use-record.ts';
import type { Lead } from './lead.ts';
import { LeadActions } from './lead-actions.tsx';
import { leadSections } from './lead-sections.ts';
import { type LeadView, whereTo } from './lead-views.ts';
import style from './leads-screen.module.css';

interface Props {
  readonly id: string;
  readonly view: LeadView;
  /** Whether keys act on this lead: not while leads are selected in the list. */
  readonly hasKeys: boolean;
  readonly onDone: () => () => void;
}

/** The selected lead, beside the list. */
export function LeadPane({ id, ...rest }: Props) {
  const { data: shown, error, refetch } = useQuery(recordQuery(leads, id));
  if (error && !shown) return <Failure error={error} onRetry={() => void refetch()} />;
  return shown ? <ShownLead shown={shown} {...rest} /> : <p className={style.line}>Loading…</p>;
}

interface ShownProps extends Omit<Props, 'id'> {
  readonly shown: LoadedRecord;
}

function ShownLead({ shown: stored, view, hasKeys, onDone }: ShownProps) {
  const shown = useWithPending(leads, stored);
  const { record, version } = shown;
  const canWrite = useSession().user.role !== 'viewer';
  const lead = { ...(record as unknown as Lead), version };
  useSubject({
    lead_id: foundIn(record),
    company_id: foundIn(record['company']),
    contact_id: foundIn(record['contact']),
  });
  const owner: FileOwner = { plural: 'leads', id: record.id };
  return (
    <FileZone isPart owner={owner} title={lead.name}>
      <article aria-label={lead.name}>
        <header className={style.paneHead}>
          <h2 className={style.name} dir="auto">
            <Link to="/leads/$id" params={{ id: record.id }}>
              {lead.name}
            </Link>
          </h2>
          {canWrite && (
            <div className={style.actions}>
              <LeadActions lead={lead} hasKeys={hasKeys} onDone={onDone} />
            </div>
          )}
        </header>
        <Files key={record.id} owner={owner} />
        <Facts
          resource={leads}
          shown={shown}
          sections={leadSections}
          wordsOf={(change) => whereTo(lead, view, change)}
        />
        <LeadActivity key={record.id} id={record.id} />
        <History resource={leads} shown={shown} />
      </article>
    </FileZone>
  );
}

/** What has happened with the lead. Its keys act while the focus is in it: elsewhere they walk the inbox. */
function LeadActivity({ id }: { readonly id: string }) {
  const part = useRef<HTMLDivElement>(null);
  const hasFocus = useCallback((): boolean => part.current?.contains(document.activeElement) === true, []);
  return (
    <div ref={part} className={style.activity}>
      <PartFocus value={hasFocus}>
        <Timeline plural="leads" id={id} />
      </PartFocus>
    </div>
  );
}
