import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RowResult } from '../../../resources/transfer/imports.ts';
import { useFormats } from '../../data/formats.ts';
import { Section } from '../../parts/section/section.tsx';
import { FaultLine } from '../../parts/failure/fault-line.tsx';
import { madeHref } from '../families.ts';
import type { Import } from '../import.ts';
import { CountsView } from './counts-view.tsx';
import { MadeBeside } from './made-beside.tsx';
import { ReportActions } from './report-actions.tsx';
import { RowList } from './row-list.tsx';
import { rowsFileHref } from './rows-query.ts';
import { SummaryView } from './summary/summary-view.tsx';
import style from './run.module.css';
import { Working } from './working.tsx';

/** The step that shows the results of an import and the actions that are still possible. */
export function ReportStep({ item }: { readonly item: Import }) {
  if (item.status === 'undoing') {
    return (
      <Working item={item} label="Undo">
        The records come back as they were. You can leave this page.
      </Working>
    );
  }
  return (
    <>
      <Ending item={item} />
      {item.problem !== null && <FaultLine>{item.problem}</FaultLine>}
      <Results item={item} />
    </>
  );
}

/** The counts, what follows from them, and the rows while the service has them. */
function Results({ item }: { readonly item: Import }) {
  const { counts, file, undo } = item;
  const [chosen, setShown] = useState<RowResult | null>(() =>
    counts !== null && counts.rejected > 0 ? 'rejected' : null,
  );
  const shown = file ? chosen : null;
  return (
    <>
      {counts && <CountsView counts={counts} shown={shown} onShow={file ? setShown : null} />}
      <Links item={item} />
      <ReportActions item={item} />
      {!file && <p className="quiet">The file and its rows are deleted, so the import can no longer be undone.</p>}
      {file && undo !== null && undo.kept > 0 && (
        <Section title="Records that stay" note={undo.kept}>
          <RowList item={item} filter={{ undo: 'kept' }} label="Records that stay" />
        </Section>
      )}
      {file && <SummaryView item={item} onSuperseded={() => setShown('superseded')} />}
      {shown !== null && (
        <Section title={`Rows that were ${shown}`}>
          <RowList item={item} filter={{ result: shown }} label={`Rows that were ${shown}`} />
        </Section>
      )}
    </>
  );
}

/** How and when it ended. */
function Ending({ item }: { readonly item: Import }) {
  const { moment, count } = useFormats();
  const { status, finished_at: finishedAt, undone_at: undoneAt, undo } = item;
  if (status === 'undone' && undo) {
    const kept = undo.kept === 0 ? '' : ` ${count(undo.kept)} stay, because somebody changed or used them later.`;
    return (
      <p role="status">
        The import is undone{undoneAt === null ? '' : `, ${moment(undoneAt)}`}: {count(undo.undone)} records were
        deleted or set back.{kept}
      </p>
    );
  }
  return (
    <>
      <p role="status">
        {endings[status]}
        {finishedAt !== null && ` ${moment(finishedAt)}.`}
      </p>
      <MadeBeside item={item} verb="made" />
    </>
  );
}

const endings: Readonly<Partial<Record<Import['status'], string>>> = {
  complete: 'The import is complete.',
  cancelled: 'The import was cancelled. The rows that it had applied stay until you undo them.',
  failed: 'The import has failed. The rows that it had applied stay until you undo them.',
};

/** The ways to the records, and to the rejected rows as a file. */
function Links({ item }: { readonly item: Import }) {
  const { counts, file, id } = item;
  const hasRecords = counts !== null && counts.created > 0 && item.status !== 'undone';
  const hasRejected = counts !== null && counts.rejected > 0 && file !== null;
  if (!hasRecords && !hasRejected) return null;
  return (
    <div className={style.actions}>
      {hasRecords && (
        <Link to={madeHref(item.as, id) as never} className={style.link}>
          Show the new {item.as}
        </Link>
      )}
      {hasRejected && (
        <a className={style.link} href={rowsFileHref(item, 'rejected')} download>
          Save the rejected rows as a file
        </a>
      )}
    </div>
  );
}
