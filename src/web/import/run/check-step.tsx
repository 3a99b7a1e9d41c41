import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { resourceOf } from '../../../resources/index.ts';
import type { RowResult, RowCounts } from '../../../resources/transfer/imports.ts';
import { useFormats } from '../../data/formats.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { FaultLine } from '../../parts/failure/fault-line.tsx';
import { Section } from '../../parts/section/section.tsx';
import { counted } from '../../fields/nouns.ts';
import { actOnImport, type Import } from '../import.ts';
import { CountsView } from './counts-view.tsx';
import { MadeBeside } from './made-beside.tsx';
import { RowList } from './row-list.tsx';
import { SummaryView } from './summary/summary-view.tsx';
import style from './run.module.css';
import { useAction } from './use-action.ts';
import { Working } from './working.tsx';

/** The dry run: what would become of each row, without writing anything. */
export function CheckStep({ item }: { readonly item: Import }) {
  if (item.status === 'checking') {
    return (
      <Working item={item} label="Dry run">
        Nothing is written. You can leave this page and come back.
      </Working>
    );
  }
  return item.dry_run === null ? <NotChecked item={item} /> : <Checked item={item} counts={item.dry_run} />;
}

function NotChecked({ item }: { readonly item: Import }) {
  const { isBusy, error, run } = useAction();
  return (
    <>
      {item.problem !== null && <FaultLine>{`The last dry run stopped. ${item.problem}`}</FaultLine>}
      <p>The dry run applies all rows, notes what becomes of each, and takes everything back.</p>
      {error !== null && <Failure error={error} />}
      <div className={style.actions}>
        <Button look="filled" disabled={isBusy} onClick={() => void run(() => actOnImport(item.id, 'check'))}>
          Start the dry run
        </Button>
        <MapLink id={item.id} />
      </div>
    </>
  );
}

function Checked({ item, counts }: { readonly item: Import; readonly counts: RowCounts }) {
  const navigate = useNavigate();
  const { count } = useFormats();
  const { isBusy, error, run } = useAction();
  const [shown, setShown] = useState<RowResult | null>(counts.rejected > 0 ? 'rejected' : null);
  const written = counts.created + counts.updated;
  const { isAsked, isHeld, body, ...confirming } = useConfirmation(item);
  const start = async (): Promise<void> => {
    const isStarted = await run(() => actOnImport(item.id, 'run', body));
    if (isStarted) await navigate({ to: `/import/${item.id}` as never, search: { step: 'run' } as never });
  };
  return (
    <>
      <p role="status">{verdict(counts, count)}</p>
      <CountsView counts={counts} shown={shown} onShow={setShown} />
      <MadeBeside item={item} verb="makes" />
      {isAsked && <Confirm {...confirming} />}
      {error !== null && <Failure error={error} />}
      <div className={style.actions}>
        <Button
          look="filled"
          disabled={isBusy || isHeld || counts.rejected === counts.read}
          onClick={() => void start()}
        >
          {written === 0 ? 'Run the import' : `Import ${counted(written, resourceOf(item.as), { count })}`}
        </Button>
        <MapLink id={item.id} />
      </div>
      <SummaryView item={item} onSuperseded={() => setShown('superseded')} />
      {shown !== null && (
        <Section title={`Rows that are ${shown}`}>
          <RowList item={item} filter={{ result: shown }} label={`Rows that are ${shown}`} />
        </Section>
      )}
    </>
  );
}

/** The confirmation that the import needs before it can run, and the body of the request that gives it. */
function useConfirmation({ summary }: Import) {
  const [isConfirmed, onChange] = useState(false);
  const confirm = summary?.confirm ?? [];
  const isAsked = confirm.length > 0;
  return { isAsked, isHeld: isAsked && !isConfirmed, body: isAsked ? { confirm } : undefined, isConfirmed, onChange };
}

interface ConfirmProps {
  readonly isConfirmed: boolean;
  readonly onChange: (isConfirmed: boolean) => void;
}

/** More than a tenth of the known records would get other names, so somebody must say that this is right. */
const Confirm = ({ isConfirmed, onChange }: ConfirmProps) => (
  <div>
    <FaultLine>
      More than a tenth of the known records would get other names, as if the numbers had begun anew. The list below
      names them.
    </FaultLine>
    <label>
      <input type="checkbox" checked={isConfirmed} onChange={({ target }) => onChange(target.checked)} /> The records
      get other names
    </label>
  </div>
);

function verdict({ read, rejected }: RowCounts, count: (count: number) => string): string {
  if (read === 0) return 'The file has no rows.';
  if (rejected === 0) return 'No row is rejected. Nothing is written yet.';
  if (rejected === read) return 'All rows are rejected. Change the fields, and try again.';
  return `${count(rejected)} of ${count(read)} rows ${rejected === 1 ? 'is' : 'are'} rejected. Change the fields, or import the others: afterwards you can save the rejected rows as a file.`;
}

const MapLink = ({ id }: { readonly id: string }) => (
  <Link to={`/import/${id}` as never} search={{ step: 'map' } as never} className={style.link}>
    Back to the fields
  </Link>
);
