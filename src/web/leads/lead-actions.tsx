import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../parts/button/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog/dialog.tsx';
import { useKeys } from '../keys/keys.ts';
import { toast } from '../toasts/toasts.ts';
import { archiveLead, type ChangedLead, convertLead, snoozeLead } from './lead-changes.ts';
import { SnoozeDialog } from './snooze-dialog.tsx';

interface Props {
  readonly lead: ChangedLead;
  readonly hasKeys?: boolean;
  /** Called as soon as the person is done with the lead. @returns takes it back, if the service refuses. */
  readonly onDone?: () => () => void;
}

/** The actions on a lead: `E` archives, `H` snoozes, `Shift C` makes a project of it, after a question. */
export function LeadActions({ lead, hasKeys = true, onDone }: Props) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'snooze' | 'convert' | null>(null);
  const [isConverting, setConverting] = useState(false);
  const close = (): void => setDialog(null);
  const doing = async (change: Promise<boolean>): Promise<void> => {
    close();
    const takeBack = onDone?.();
    if (!(await change)) takeBack?.();
  };
  const archive = (): void => void doing(archiveLead(lead));
  const snooze = (until: string | null, said: string): void => void doing(snoozeLead(lead, until, said));
  const convert = async (): Promise<boolean> => {
    setConverting(true);
    const id = await convertLead(lead);
    setConverting(false);
    if (id === null) return false;
    const open = (): void => void navigate({ to: '/projects/$id', params: { id } });
    toast(`${lead.name} is a project now.`, { action: { name: 'Open', run: open } });
    return true;
  };
  const archiveName = lead.archived_at === null ? 'Archive' : 'Put back';
  useKeys(
    {
      e: { does: archiveName, act: archive, isCommand: true },
      h: { does: 'Snooze', act: () => setDialog('snooze'), isCommand: true },
      'shift+c': { does: 'Convert into a project', act: () => setDialog('convert'), isCommand: true },
    },
    { group: 'A lead', isMeant: () => hasKeys },
  );
  return (
    <>
      <Button onClick={archive} aria-keyshortcuts="e">
        {archiveName}
      </Button>
      <Button onClick={() => setDialog('snooze')} aria-keyshortcuts="h">
        Snooze
      </Button>
      <Button look="filled" disabled={isConverting} onClick={() => void doing(convert())} aria-keyshortcuts="Shift+C">
        Convert
      </Button>
      {dialog === 'snooze' && <SnoozeDialog lead={lead} onPick={snooze} onClose={close} />}
      {dialog === 'convert' && (
        <Dialog title={`Create a project from ${lead.name}`} onClose={close}>
          <p>The project takes over what is known of the lead. The lead is archived.</p>
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button look="filled" data-first onClick={() => void doing(convert())}>
              Convert
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
