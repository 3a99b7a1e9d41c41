import { addDays, type CalendarDay, weekdayOf } from '../../resources/written-dates/days.ts';

/** A day that people often put a lead away until. */
export interface SnoozeDay {
  readonly name: string;
  readonly day: CalendarDay;
}

const daysOfWeek = 7;

/** Tomorrow, the next Monday after it, the same weekday of the next week, and the first day of the next month. */
export function snoozeDays(today: CalendarDay): readonly SnoozeDay[] {
  const tomorrow = addDays(today, 1);
  const nextWeek = addDays(today, daysOfWeek);
  const monday = addDays(today, daysOfWeek + 1 - weekdayOf(today));
  return [
    { name: 'Tomorrow', day: tomorrow },
    ...(monday === tomorrow || monday === nextWeek ? [] : [{ name: 'Monday', day: monday }]),
    { name: 'Next week', day: nextWeek },
    { name: 'Next month', day: firstOfNextMonth(today) },
  ];
}

function firstOfNextMonth(today: CalendarDay): CalendarDay {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return month === 12 ? `${year + 1}-01-01` : `${today.slice(0, 4)}-${String(month + 1).padStart(2, '0')}-01`;
}
