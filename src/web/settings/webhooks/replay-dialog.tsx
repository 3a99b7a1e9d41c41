import { useState } from 'react';
import { useFormats } from '../../data/formats.ts';
import { instantIn, timeIn } from '../../../resources/written-dates/zone.ts';
import { dayIn } from '../../../resources/written-dates/days.ts';
import { DateField } from '../../fields/date-field.tsx';
import { readDate } from '../../../resources/written-dates/read-date.ts';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { DialogForm } from '../../parts/dialog/dialog-form.tsx';
import { toast } from '../../toasts/toasts.ts';
import { api } from '../../data/api.ts';
import { changeManaged } from '../managed/managed-query.ts';
import type { Webhook } from '../../../resources/managed/webhooks.ts';

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
  const instantOf = (text: string, hour: string): string | null => {
    const read = readDate(text, { today, timeZone: zone, isPast: true });
    return read && instantIn(zone, read.day, read.time ?? hour);
  };
  const replay = async (first: string, last: string | undefined): Promise<void> => {
    const parts = { path: { id: webhook.id }, body: { since: first, until: last } };
    await changeManaged('webhook_messages', () => api.send('POST /webhooks/{id}/replay', parts));
    onClose();
    toast('The service sends these messages again, after everything that is due.');
  };
  const submit = (): Promise<void> | undefined => {
    setAsked(true);
    const first = instantOf(from, '00:00');
    const last = until.trim() === '' ? undefined : instantOf(until, '23:59');
    return first === null || last === null ? undefined : replay(first, last);
  };
  return (
    <Dialog title="Replay a period" onClose={onClose} isDirty={from !== begun || until !== ''}>
      <DialogForm verb="Replay" onSubmit={submit} onCancel={onClose}>
        <p>
          The service sends this webhook the messages that it takes, also those that it has received. They keep their
          ids, so the receiver can recognize them.
        </p>
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
      </DialogForm>
    </Dialog>
  );
}

/** An instant as somebody would type it: `2027-03-14 14:00`. */
function typed(zone: string, ms: number): string {
  const instant = new Date(ms);
  return `${dayIn(zone, instant)} ${timeIn(zone, instant.toISOString())}`;
}
