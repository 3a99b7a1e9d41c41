import { useDirectory } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import { useNow } from '../data/now.ts';
import { instantIn } from '../../resources/written-dates/zone.ts';
import { DateDialog } from '../fields/date-dialog.tsx';
import type { Lead } from './lead.ts';
import { snoozeDays } from './snooze-days.ts';

interface Props {
  readonly lead: Pick<Lead, 'name' | 'snooze_until'>;
  /** @param until null to wake the lead. @param said the time in words. */
  readonly onPick: (until: string | null, said: string) => void;
  readonly onClose: () => void;
}

/** The time of day at which a lead wakes if none was typed. */
const morning = '08:00';

/** Puts a lead away until a day. An empty text wakes a lead that sleeps. */
export function SnoozeDialog({ lead, onPick, onClose }: Props) {
  const { weekday, today } = useFormats();
  const now = useNow();
  const isAsleep = lead.snooze_until !== null && new Date(lead.snooze_until) > now;
  const timeZone = useDirectory().account.time_zone;
  return (
    <DateDialog
      title={`Snooze ${lead.name}`}
      label="Until"
      hour={morning}
      choices={snoozeDays(today).map(({ name, day }) => ({ name, note: weekday(day), day }))}
      submit={{ date: 'Snooze', empty: isAsleep ? 'Wake it' : undefined }}
      onPick={(date) =>
        date === null
          ? onPick(null, '')
          : onPick(instantIn(timeZone, date.day, date.time ?? morning), weekday(date.day))
      }
      onClose={onClose}
    />
  );
}
