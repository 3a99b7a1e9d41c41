import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { useEffect, useState } from 'react';
import type { Day } from '../data/days.ts';
import { DayCell } from './day-cell.tsx';
import type { CalendarBids } from './day-bids.ts';
import { type Month, monthOf, weekdayOf } from './month.ts';
import style from './month-view.module.css';
import { useRoom } from './use-room.ts';
import type { Week } from './week-start.ts';

interface Props extends CalendarBids {
  readonly month: Month;
  readonly title: string;
  readonly weeks: readonly (readonly Day[])[];
  readonly week: Week;
  readonly today: Day;
  readonly isBusy: boolean;
}

/** The height of the row of weekdays, in pixels. */
const headings = 24;

/** A month as a table of its weeks. */
export function MonthView({ month, title, weeks, week, today, isBusy, ...bids }: Props) {
  const { ref, height, lines } = useRoom(weeks.length, headings);
  const [openDay, setOpenDay] = useState<Day | null>(null);
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
