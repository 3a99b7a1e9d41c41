import { type Bar, lengthOf, type Segment } from '../../charts/bars.tsx';
import { periodName } from '../../data/fiscal.ts';
import { nameOf } from '../../data/directory.ts';
import type { Formats } from '../../data/formats.ts';
import { listPath } from '../../queries/list-path.ts';
import type { ReportBody } from '../../reporting/report-body.ts';
import { type Column, type ReportContext, type ReportHead, rowsOf, type Section } from '../report-kind.ts';

/** A goal with the projects that count for it. */
export type GoalLine = ReportBody<'pipeline'>['total']['goals'][number] & {
  /** The name of the group whose goal it is; null for that of the total. */
  readonly scope: string | null;
};

type GoalRow = GoalLine & { readonly label: string };

/** The goals of bookings whose period contains the day, with what is booked and what is committed. */
export function goalsSection(goals: readonly GoalLine[], head: ReportHead, context: ReportContext): Section {
  const { formats } = context;
  const lines = goals.map((line) => ({ ...line, label: labelOfGoal(line, head.fiscal_year_starts_month) }));
  const columns = columnsOf(formats);
  return {
    title: 'Goals of bookings',
    head: 'Goal',
    columns,
    rows: rowsOf<GoalRow>(lines, columns, ({ label }) => label),
    bars: lines.map((line, index) => barOf(line, String(index), formats)),
    none: 'No goal covers this day for what you see. Goals are in the settings.',
  };
}

/** `FY2026`, `Q3 FY2026, projects`, `Q3 FY2026, Interiors`. */
function labelOfGoal({ goal, scope }: GoalLine, firstMonth: number): string {
  const period = periodName(goal.starts_on, goal.period, firstMonth).filter(Boolean).join(' ');
  const of =
    scope ?? ((goal.division ?? goal.user) ? nameOf(goal.division ?? goal.user ?? { id: '', name: '' }) : null);
  return [period, of, isCount({ goal }) ? 'number of projects' : null].filter((part) => part !== null).join(', ');
}

const isCount = ({ goal }: Pick<GoalLine, 'goal'>): boolean => goal.measure === 'booked_count';

/** A number in the measure of a goal. */
const inMeasure = (line: GoalLine, value: number, { count, money }: Formats): string =>
  isCount(line) ? count(value) : money(value);

const columnsOf = (formats: Formats): readonly Column<GoalRow>[] => [
  { name: 'Target', parts: (line) => [{ text: inMeasure(line, line.goal.target, formats) }] },
  { name: 'Booked', tone: 'good', parts: ({ booked }) => countedParts(booked, formats) },
  { name: 'Committed', tone: 'soft', parts: ({ committed }) => countedParts(committed, formats) },
  { name: 'Gap', parts: (line) => [{ text: inMeasure(line, line.gap, formats) }] },
];

const countedParts = ({ count: of, amount, projects_url: url }: GoalLine['booked'], { count, money }: Formats) => [
  { text: count(of), url },
  { text: money(amount), url },
];

/** What is booked, then what is committed; the line is the target. */
function barOf(line: GoalRow, key: string, formats: Formats): Bar {
  const { label, goal, booked, committed } = line;
  const sizeOf = ({ count, amount }: GoalLine['booked']): number => (isCount(line) ? count : amount);
  const short = (value: number): string => (isCount(line) ? formats.count(value) : formats.shortMoney(value));
  const segment = (tone: Segment['tone'], word: string, of: GoalLine['booked']): Segment => ({
    tone,
    size: sizeOf(of),
    label: `${short(sizeOf(of))} ${word}`,
    name: `${label}, ${word}: ${inMeasure(line, sizeOf(of), formats)}`,
    path: listPath(of.projects_url),
  });
  const segments = [segment('good', 'booked', booked), segment('soft', 'committed', committed)];
  const whole = Math.max(lengthOf({ segments }), goal.target);
  return { key, label: `${label}: ${short(goal.target)}`, segments, tick: goal.target, whole };
}
