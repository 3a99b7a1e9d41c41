import { useFormats } from '../data/formats.ts';
import { useKeys } from '../keys/keys.ts';
import { dayOf } from '../lists/as-of/as-of-days.ts';
import { weekBack, weekForward } from './monday-days.ts';
import type { Instant } from './monday-queries.ts';

interface Page {
  /** As the address has it; undefined for now. */
  readonly asOf: string | undefined;
  /** Undefined until the first answer. */
  readonly instant: Instant | undefined;
}

interface Actions {
  readonly onPrint: () => void;
  readonly onAsOf: (asOf: string | undefined) => void;
}

/** The keys of Monday: print, and a week back and forward. */
export function useMondayKeys({ asOf, instant }: Page, { onPrint, onAsOf }: Actions): void {
  const formats = useFormats();
  const { today } = formats;
  const isPast = asOf !== undefined;
  // The day of the address, so that a second press need not wait for the figures of the first one.
  const day = (isPast ? dayOf(asOf, formats) : undefined) ?? instant?.day;
  const back = (): void => {
    if (!isPast) onAsOf(weekBack(null, today));
    else if (day !== undefined) onAsOf(weekBack(day, today));
  };
  const forward = (): void => {
    if (isPast && day !== undefined) onAsOf(weekForward(day, today));
  };
  useKeys({
    p: { does: 'Print the page', act: onPrint, isCommand: true },
    '[': { does: 'Go a week back', act: back, isCommand: true },
    ']': { does: 'Go a week forward', act: forward, isCommand: true, when: () => isPast },
  });
}
