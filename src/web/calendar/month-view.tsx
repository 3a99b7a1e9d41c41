import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type CalendarDay, weekdayOf } from '../../resources/written-dates/days.ts';
import { useMedia } from '../parts/use-media.ts';
import { DayCell } from './day-cell.tsx';
import type { CalendarBids } from './day-bids.ts';
import { type Month, monthOf } from './month.ts';
import style from './month-view.module.css';
import type { Week } from './week-start.ts';

interface Props extends CalendarBids {
  readonly month: Month;
  readonly title: string;
  readonly weeks: readonly (readonly CalendarDay[])[];
  readonly week: Week;
  readonly today: CalendarDay;
  readonly isBusy: boolean;
}

/** A month as a table of its weeks. */
export function MonthView({ month, title, weeks, week, today, isBusy, ...bids }: Props) {
  const { ref, height, lines } = useRoom(weeks.length);
  const [openDay, setOpenDay] = useState<CalendarDay | null>(null);
  useEffect(() => (ref.current ? autoScrollForElements({ element: ref.current }) : undefined), [ref]);
  useEffect(() => {
    ref.current?.querySelector('[data-today="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [ref, month]);
  return (
    <div ref={ref} className={style.scroller}>
      <table className={style.month} aria-label={title} aria-busy={isBusy}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={longName.format(Date.parse(day))} className="label">
                {shortName.format(Date.parse(day))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days[0]} style={{ height }}>
              {days.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  kind={{
                    isToday: day === today,
                    isOutside: monthOf(day) !== month,
                    isWeekend: week.weekend.includes(weekdayOf(day)),
                  }}
                  lines={openDay === day ? Number.POSITIVE_INFINITY : lines}
                  isOpen={openDay === day}
                  onOpen={setOpenDay}
                  {...bids}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const shortName = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
const longName = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' });

/** The height of the row of weekdays, in pixels. */
const headingHeight = 24;
/** The height of the number of a day with the edges of its cell. */
const headHeight = 28;
/** A bid with the space below it. */
const entryHeight = 26;
const touchHeight = 46;
const fewestLines = 3;

interface Room {
  /** For the element that scrolls. */
  readonly ref: RefObject<HTMLDivElement | null>;
  /** The height of a week, in pixels. */
  readonly height: number;
  /** The number of lines in a day; endless on paper. */
  readonly lines: number;
}

/** Shares the height of the screen among the weeks. Weeks of a low screen keep a few lines, and scroll. */
function useRoom(weeks: number): Room {
  const ref = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(0);
  const isPaper = useMedia('print');
  const entry = useMedia('(pointer: coarse)') ? touchHeight : entryHeight;
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = (): void => setAvailable(element.clientHeight);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const height = Math.max(headHeight + fewestLines * entry, Math.floor((available - headingHeight) / weeks));
  const lines = isPaper ? Number.POSITIVE_INFINITY : Math.floor((height - headHeight) / entry);
  return { ref, height, lines };
}
