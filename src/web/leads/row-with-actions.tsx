import { AlarmClock, Archive } from '../parts/icons/screen-icons.tsx';
import { type ReactNode, useState } from 'react';
import { Button } from '../parts/button/button.tsx';
import { useSwipe } from '../parts/use-swipe.ts';
import type { Lead } from './lead.ts';
import { archiveLead, snoozeLead } from './lead-changes.ts';
import style from './row-with-actions.module.css';
import { SnoozeDialog } from './snooze-dialog.tsx';

interface Props {
  readonly lead: Lead;
  /** Called as soon as the person is done with the lead. @returns takes it back, if the service refuses. */
  readonly onDone: (id: string) => () => void;
  /** The lead in the list. */
  readonly children: ReactNode;
}

/**
 * Archives and snoozes a lead in the list, where the lead itself is not beside it: by buttons, or by a swipe to the left
 * and to the right.
 */
export function RowWithActions({ lead, onDone, children }: Props) {
  const [isSnoozing, setSnoozing] = useState(false);
  const { name } = lead;
  const doing = async (change: Promise<boolean>): Promise<void> => {
    setSnoozing(false);
    const takeBack = onDone(lead.id);
    if (!(await change)) takeBack();
  };
  const archive = (): void => void doing(archiveLead(lead));
  const snooze = (): void => setSnoozing(true);
  const archiveName = lead.archived_at === null ? 'Archive' : 'Put back';
  const swipe = useSwipe((side) => (side === 'left' ? archive() : snooze()));
  return (
    <div className={style.swiped}>
      <div className={style.row} {...swipe}>
        {children}
        <div className={style.actions}>
          <Button look="bare" aria-label={`Snooze ${name}`} onClick={snooze}>
            <AlarmClock aria-hidden />
          </Button>
          <Button look="bare" aria-label={`${archiveName} ${name}`} onClick={archive}>
            <Archive aria-hidden />
          </Button>
        </div>
      </div>
      <div className={style.below} aria-hidden="true">
        <span className={style.snooze}>Snooze</span>
        <span className={style.archive}>{archiveName}</span>
      </div>
      {isSnoozing && (
        <SnoozeDialog
          lead={lead}
          onPick={(until, said) => void doing(snoozeLead(lead, until, said))}
          onClose={() => setSnoozing(false)}
        />
      )}
    </div>
  );
}
