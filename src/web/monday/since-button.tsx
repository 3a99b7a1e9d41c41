import type { CalendarDay } from '../../resources/written-dates/days.ts';
import { isDate } from '../../resources/vocabulary/formats.ts';
import { useFormats } from '../data/formats.ts';
import { PastDayChoice } from '../lists/as-of/past-day-choice.tsx';
import { useAsOfWords } from '../lists/as-of/use-as-of-words.ts';
import { PopoverButton } from '../parts/popover/popover-button.tsx';

interface Props {
  /** Undefined until the day of the page is known. */
  readonly since: string | undefined;
  /** The day of the page, before which the change begins. */
  readonly day: CalendarDay | undefined;
  readonly onChange: (since: string | undefined) => void;
}

/** The day at whose end the change begins, and its choice. */
export function SinceButton({ since, day, onChange }: Props) {
  const words = useSinceWords();
  return (
    <PopoverButton title="Change since" label={since === undefined ? 'Since…' : `Since ${words(since)}`}>
      {(close) => (
        <PastDayChoice label="Change since" usual="The week before" before={day} onChange={onChange} onClose={close} />
      )}
    </PopoverButton>
  );
}

/** `Sun, Mar 22`; instants as in the other controls. */
export function useSinceWords(): (since: string) => string {
  const { weekday } = useFormats();
  const words = useAsOfWords();
  return (since) => (isDate(since) ? weekday(since) : words(since));
}
