import { dayIn } from '../data/days.ts';
import { useDirectory } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';

/** Writes an instant in the firm's zone: `Mar 14, 2:00 PM`. */
export function useMoment(): (instant: string) => string {
  const { day, time } = useFormats();
  const { account } = useDirectory();
  return (instant) => `${day(dayIn(account.time_zone, new Date(instant)))}, ${time(instant)}`;
}
