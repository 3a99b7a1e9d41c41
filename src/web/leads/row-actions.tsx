import { AlarmClock, Archive } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/button/button.tsx';
import type { Lead } from './lead.ts';
import { archiveLead, snoozeLead } from './lead-changes.ts';
import style from './leads-screen.module.css';
import { SnoozeDialog } from './snooze-dialog.tsx';

interface Props {
  readonly lead: Lead;
  /** Called as soon as the person is done with the lead. @returns takes it back, if the service refuses. */
  readonly onDone: (id: string) => () => void;
}

/** Archives and snoozes a lead in the list, where the lead itself is not beside it. */
export function RowActions({ lead, onDone }: Props) {
  const [isSnoozing, setSnoozing] = useState(false);
  const { name } = lead;
  const doing = async (change: Promise<boolean>): Promise<void> => {
    setSnoozing(false);
    const takeBack = onDone(lead.id);
    if (!(await change)) takeBack();
  };
  return (
    <div className={style.rowActions}>
      <Button look="bare" aria-label={`Snooze ${name}`} onClick={() => setSnoozing(true)}>
        <AlarmClock aria-hidden />
      </Button>
      <Button
        look="bare"
        aria-label={`${lead.archived_at === null ? 'Archive' : 'Put back'} ${name}`}
        onClick={() => void doing(archiveLead(lead))}
      >
        <Archive aria-hidden />
      </Button>
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
