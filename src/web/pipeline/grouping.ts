import { addDays, type CalendarDay, daysBetween, weekdayOf } from '../../resources/written-dates/days.ts';
import type { FirmDirectory } from '../data/directory.ts';
import type { Card } from '../pursuits/card-fields.ts';
import { type CardOrder, comparing } from '../pursuits/card-order.ts';
import { dueOf } from '../pursuits/due.ts';
import type { Arrangement } from '../pursuits/cards/card-store.ts';

/** The ways to divide the board into columns. */
export const groupings = ['stage', 'estimator', 'division', 'week'] as const;

export type Grouping = (typeof groupings)[number];

/** A column of the board. */
export interface BoardColumn {
  readonly key: string;
  readonly name: string;
  /** The fields that a project gets when its card is dropped here; null if the column takes no cards. */
  readonly drop: Readonly<Record<string, string | null>> | null;
}

/** The key of the column for cards without the value. */
const without = '';

/** The time at which the board is shown. */
interface BoardTime {
  readonly now: Date;
  readonly today: CalendarDay;
}

const keys: Readonly<Record<Grouping, (card: Card, time: BoardTime) => string>> = {
  stage: (card) => card.project_stage_id,
  estimator: (card) => card.assigned_to_id ?? without,
  division: (card) => card.division_id ?? without,
  week: weekKey,
};

/** The cards in the columns of a grouping. */
export const arrangementOf = (grouping: Grouping, order: CardOrder, time: BoardTime): Arrangement => ({
  keyOf: (card) => keys[grouping](card, time),
  compare: comparing(order),
});

/** The number of coming weeks with a column of their own. */
const weeks = 6;

function weekKey(card: Card, time: BoardTime): string {
  const { today } = time;
  const due = card.bid_due_date;
  if (due === null) return without;
  if (dueOf(card, time) === 'overdue') return 'past';
  if (due < today) return 'submitted';
  const week = Math.floor(daysBetween(mondayOf(today), due) / 7);
  return week < weeks ? String(week) : 'later';
}

const mondayOf = (day: CalendarDay): CalendarDay => addDays(day, 1 - weekdayOf(day));

/** The columns of the board, in order. @param weekName names the week of a day. */
export function columnsOf(
  grouping: Grouping,
  {
    directory,
    today,
    weekName,
  }: { directory: FirmDirectory; today: CalendarDay; weekName: (monday: CalendarDay) => string },
): readonly BoardColumn[] {
  const named = (entries: readonly { id: string; name: string | null }[], field: string): BoardColumn[] =>
    entries.map(({ id, name }) => ({ key: id, name: name ?? '', drop: { [field]: id } }));
  switch (grouping) {
    case 'stage':
      return named(
        directory.project_stages.filter(({ category }) => category === 'open'),
        'project_stage_id',
      );
    case 'estimator': {
      const users = directory.users.map(({ id, name, email }) => ({ id, name: name ?? email }));
      return [{ key: without, name: 'Nobody', drop: { assigned_to_id: null } }, ...named(users, 'assigned_to_id')];
    }
    case 'division':
      return [
        ...named(directory.divisions, 'division_id'),
        { key: without, name: 'No division', drop: { division_id: null } },
      ];
    case 'week':
      return weekColumns(today, weekName);
  }
}

/** A due date has a meaning of its own, so a drop cannot set it: the columns of weeks take no cards. */
function weekColumns(today: CalendarDay, weekName: (monday: CalendarDay) => string): readonly BoardColumn[] {
  const monday = mondayOf(today);
  const coming = Array.from({ length: weeks }, (_, week) => ({
    key: String(week),
    name: weekName(addDays(monday, week * 7)),
    drop: null,
  }));
  return [
    { key: 'past', name: 'Overdue', drop: null },
    ...coming,
    { key: 'later', name: 'Later', drop: null },
    { key: 'submitted', name: 'Submitted earlier', drop: null },
    { key: without, name: 'No date', drop: null },
  ];
}
