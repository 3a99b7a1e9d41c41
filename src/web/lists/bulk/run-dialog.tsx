import { useEffect, useState } from 'react';
import type { Resource } from '../../../resources/resource.ts';
import { useDirectory } from '../../data/directory.ts';
import { useFormats } from '../../data/formats.ts';
import { Button } from '../../parts/button/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog/dialog.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { counted, pluralWords } from '../../fields/nouns.ts';
import style from './bulk.module.css';
import type { BulkTargets } from './read-targets.ts';
import type { BulkOutcome, Work } from './run-bulk.ts';
import { useBulkRun } from './use-bulk-run.ts';

interface Props {
  readonly resource: Resource;
  readonly targets: BulkTargets;
  readonly work: Work;
  readonly onDone: (outcome: BulkOutcome) => void;
  /** Called if the person cancels before anything has changed. */
  readonly onClose: () => void;
}

/** A quick run shows nothing but its result. */
const slowMs = 300;

/** The progress of a bulk change. Cancel ends it after the current part. */
export function RunDialog({ resource, targets, work, onDone, onClose }: Props) {
  const { time_zone: timeZone } = useDirectory().account;
  const { phase, send, stop, retry } = useBulkRun({ resource, targets, work, timeZone, onDone });
  const verb = work.kind === 'delete' ? 'Delete' : 'Change';
  const title = `${verb} ${pluralWords(resource)}`;
  const cancel = (): void => {
    stop();
    if (phase.kind !== 'sending') onClose();
  };
  switch (phase.kind) {
    case 'done':
      return null;
    case 'unread':
      return (
        <Dialog title={title} onClose={onClose}>
          <Failure error={phase.error} onRetry={retry} />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
          </DialogActions>
        </Dialog>
      );
    case 'asking':
      return (
        <AskDialog
          resource={resource}
          title={title}
          verb={verb}
          onClose={onClose}
          count={phase.records.length}
          stated={'query' in targets ? targets.stated : null}
          onGo={() => void send(phase.records)}
        />
      );
    case 'reading':
    case 'sending':
      return (
        <ProgressDialog
          resource={resource}
          title={title}
          count={phase.count}
          of={phase.kind === 'sending' ? phase.of : null}
          onCancel={cancel}
        />
      );
  }
}

interface AskProps {
  readonly resource: Resource;
  readonly title: string;
  readonly verb: string;
  /** The number of records that match now, and the number that the person has seen, if it is known. */
  readonly count: number;
  readonly stated: number | null;
  readonly onGo: () => void;
  readonly onClose: () => void;
}

/** Says that another number of records matches now, and asks whether to go on. */
function AskDialog({ resource, title, verb, count, stated, onGo, onClose }: AskProps) {
  const formats = useFormats();
  const what = counted(count, resource, formats);
  return (
    <Dialog key="asking" title={title} onClose={onClose}>
      <p role="alert">{askedText(what, stated, formats.count)}</p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="filled" data-first onClick={onGo}>
          {verb} {what}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ProgressProps {
  readonly resource: Resource;
  readonly title: string;
  readonly count: number;
  /** The number of all records; null while they are read. */
  readonly of: number | null;
  readonly onCancel: () => void;
}

function ProgressDialog({ resource, title, count, of, onCancel }: ProgressProps) {
  const formats = useFormats();
  const isSlow = useLater(slowMs);
  // The dialog is there at once, so that no key begins something else meanwhile.
  if (!isSlow) return <Dialog key="run" title={title} isHidden onClose={() => undefined} />;
  return (
    <Dialog key="run" title={title} onClose={onCancel}>
      <p role="status">
        {of === null
          ? `${counted(count, resource, formats)} read`
          : `${formats.count(count)} of ${formats.count(of)} done`}
      </p>
      <progress
        className={style.progress}
        aria-label={title}
        {...(of === null ? {} : { value: count, max: Math.max(1, of) })}
      />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
      </DialogActions>
    </Dialog>
  );
}

/** `1,290 projects match now; there were 1,284 when you selected them.` */
const askedText = (what: string, stated: number | null, text: (count: number) => string): string =>
  stated === null ? `${what} match.` : `${what} match now. There were ${text(stated)} when you selected them.`;

/** Whether some time has passed since the component appeared. */
function useLater(ms: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLate;
}
