import { useDirectory } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import { instantIn } from '../data/zone.ts';
import { DateDialog } from '../fields/date-dialog.tsx';

interface Props {
  readonly name: string;
  /** @param until null to wake the lead. @param said the time in words. */
  readonly onPick: (until: string | null, said: string) => void;
  readonly onClose: () => void;
}

/** The time of day at which a lead wakes if none was typed. */
const morning = '08:00';

/** Puts a lead away until a day. An empty text wakes it. */
export function SnoozeDialog({ name, onPick, onClose }: Props) {
  const { weekday } = useFormats();
  const timeZone = useDirectory().account.time_zone;
  return (
    <DateDialog
      title={`Snooze ${name}`}
      label="Until"
      hour={morning}
      submit={{ date: 'Snooze', empty: 'Wake it' }}
      onPick={(date) =>
        date === null
          ? onPick(null, '')
          : onPick(instantIn(timeZone, date.day, date.time ?? morning), weekday(date.day))
      }
      onClose={onClose}
    />
  );
}
