import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type CalendarDay, weekdayOf } from '../../resources/written-dates/days.ts';
import { scaled } from '../parts/scaled.ts';
import { useMedia } from '../parts/use-media.ts';
import { useScrollWhileDragging } from '../parts/use-scroll-while-dragging.ts';
import type { CardStore } from '../pursuits/cards/card-store.ts';
import { DayCell } from './day-cell.tsx';
import type { CalendarBids } from './day-bids.ts';
import { type Month, monthOf } from './month.ts';
import style from './month-view.module.css';
import { subscribeAll } from './use-calendar-cards.ts';
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
  const { ref, roomOf } = useRoom(weeks.length);
  const most = useMostOfWeeks(bids.store, weeks);
  const [openDay, setOpenDay] = useState<CalendarDay | null>(null);
  useScrollWhileDragging(ref);
  useEffect(() => {
    // The weeks grow with their bids.
    ref.current?.querySelector('[data-today="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [ref, month, isBusy]);
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
          {weeks.map((days, at) => {
            const { height, lines } = roomOf(most[at] ?? 0);
            return (
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
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const shortName = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
const longName = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' });

/** The height of the row of weekdays, to be scaled. */
const headingHeight = 24;
/** The height of the number of a day with the edges of its cell. */
const headHeight = 28;
/** A bid with the space below it. */
const entryHeight = 26;
const touchHeight = 46;
/** A week has at least so many lines. It grows to so many before its days hide bids. */
const fewestLines = 3;
const mostLines = 8;

interface WeekRoom {
  /** The height of the week, in pixels. */
  readonly height: number;
  /** The number of lines in a day; endless on paper. */
  readonly lines: number;
}

interface Room {
  /** For the element that scrolls. */
  readonly ref: RefObject<HTMLDivElement | null>;
  /** The room of a week. @param bids the number of bids on its fullest day. */
  readonly roomOf: (bids: number) => WeekRoom;
}

/** Shares the height of the screen among the weeks. A full week is higher, and then the month scrolls. */
function useRoom(weeks: number): Room {
  const ref = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(0);
  const isPaper = useMedia('print');
  const entry = scaled(useMedia('(pointer: coarse)') ? touchHeight : entryHeight);
  const head = scaled(headHeight);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = (): void => setAvailable(element.clientHeight);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const share = Math.floor((available - scaled(headingHeight)) / weeks);
  const roomOf = (bids: number): WeekRoom => {
    const needed = Math.max(fewestLines, Math.min(bids, mostLines));
    const height = Math.max(head + needed * entry, share);
    return { height, lines: isPaper ? Number.POSITIVE_INFINITY : Math.floor((height - head) / entry) };
  };
  return { ref, roomOf };
}

/** The number of bids on the fullest day of each week. */
function useMostOfWeeks(store: CardStore, weeks: readonly (readonly CalendarDay[])[]): readonly number[] {
  const text = useSyncExternalStore(
    (reader) => subscribeAll(store, weeks.flat(), reader),
    () => weeks.map((days) => Math.max(...days.map((day) => store.column(day).length))).join(),
  );
  return text.split(',').map(Number);
}
