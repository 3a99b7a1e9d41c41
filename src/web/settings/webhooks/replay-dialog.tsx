import { type SubmitEvent, useState } from 'react';
import { useFormats } from '../../data/formats.ts';
import { instantIn, timeIn } from '../../data/zone.ts';
import { dayIn } from '../../data/days.ts';
import { DateField } from '../../fields/date-field.tsx';
import { readDate } from '../../fields/read-date.ts';
import { Button } from '../../parts/button/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog/dialog.tsx';
import { reasonOf } from '../../parts/failure/failure.tsx';
import form from '../../parts/field/form.module.css';
import { toast } from '../../shell/toasts/toasts.ts';
import { sendManaged } from '../managed/managed-query.ts';
import type { Webhook } from './webhook.ts';
import { FaultLine } from '../../parts/failure/fault-line.tsx';

interface Props {
  readonly webhook: Webhook;
  /** When the webhook was turned off, to begin with. */
  readonly since: string | null;
  readonly onClose: () => void;
}

const minuteMs = 60_000;

/** Sends a webhook the messages of a period again. */
export function ReplayDialog({ webhook, since, onClose }: Props) {
  const { today, timeZone: zone } = useFormats();
  const [begun] = useState(() => (since === null ? '' : typed(zone, Date.parse(since) - minuteMs)));
  const [from, setFrom] = useState(begun);
  const [until, setUntil] = useState('');
  const [isAsked, setAsked] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const instantOf = (text: string, hour: string): string | null => {
    const read = readDate(text, { today, timeZone: zone, isPast: true });
    return read && instantIn(zone, read.day, read.time ?? hour);
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setAsked(true);
    const first = instantOf(from, '00:00');
    const last = until.trim() === '' ? undefined : instantOf(until, '23:59');
    if (first === null || last === null) return;
    setBusy(true);
    try {
      const path = `/webhooks/${webhook.id}/replay`;
      await sendManaged('webhook_messages', { method: 'POST', path, body: { since: first, until: last } });
      onClose();
      toast('The service sends these messages again, after everything that is due.');
    } catch (error) {
      setReason(reasonOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title="Replay a period" onClose={onClose} isDirty={from !== begun || until !== ''}>
      <form className={form.form} noValidate onSubmit={(event) => void submit(event)}>
        <p>
          The service sends this webhook the messages that it takes, also those that it has received. They keep their
          ids, so the receiver can recognize them.
        </p>
        <FaultLine>{reason}</FaultLine>
        <DateField label="From" value={from} onChange={setFrom} hour="00:00" isPast isAsked={isAsked} autoFocus />
        <DateField
          label="To (now, if empty)"
          value={until}
          onChange={setUntil}
          hour="23:59"
          isPast
          isAsked={isAsked}
          isOptional
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="filled" type="submit" disabled={isBusy}>
            Replay
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** An instant as somebody would type it: `2027-03-14 14:00`. */
function typed(zone: string, ms: number): string {
  const instant = new Date(ms);
  return `${dayIn(zone, instant)} ${timeIn(zone, instant.toISOString())}`;
}
