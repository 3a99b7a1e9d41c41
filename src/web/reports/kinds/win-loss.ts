import { choiceName } from '../../../resources/labels.ts';
import type { GoalPeriod } from '../../../resources/vocabulary/choices.ts';
import type { Bar } from '../../charts/bars.tsx';
import type { Column as ChartColumn } from '../../charts/columns.tsx';
import type { Tone } from '../../charts/mark.tsx';
import { nameOf } from '../../data/directory.ts';
import { periodName } from '../../data/fiscal.ts';
import { type Formats, nothing } from '../../data/formats.ts';
import { listPath } from '../../queries/list-path.ts';
import { groupLabel } from '../groups.ts';
import { leastForPercent } from '../../reporting/least-for-percent.ts';
import type { ReportBody } from '../../reporting/report-body.ts';
import {
  type Column,
  type Part,
  type ReportContext,
  reportKind,
  rowsOf,
  type Section,
  totalRow,
} from '../report-kind.ts';

type Body = ReportBody<'win_loss'>;

type Period = Body['total']['periods'][number];

/** The figures of a line or of a period. */
type Figures = Omit<Period, 'period'>;

type Figure = Figures['won'];

interface GroupFigures extends Figures {
  readonly label: string;
}

/** The closed projects by outcome, with the rates of those that were won, and the reasons of the losses. */
export const winLossReport = reportKind<'win_loss'>({
  name: 'win_loss',
  tab: 'Wins and losses',
  title: 'Wins and losses',
  about: 'Closed projects by the day of their award. The hit rate is won of won and lost.',
  begin: () => ({ every: 'quarter' }),
  parameters: ['days', 'every', 'group_by'],
  sections: (body, context) => [
    linesSection(body, context),
    ...(body.every === null ? [] : [periodsSection(body, body.every, context)]),
    ratesSection(body, context),
    reasonsSection(body, context),
    ...undatedSection(body, context),
  ],
});

const outcomes = [
  ['won', 'Won', 'good'],
  ['lost', 'Lost', 'bad'],
  ['cancelled', 'Cancelled', 'quiet'],
  ['did_not_pursue', 'Did not pursue', 'quiet'],
] as const satisfies readonly (readonly [keyof Figures, string, Tone])[];

function linesSection({ groups, total }: Body, context: ReportContext): Section {
  const { formats, dimension } = context;
  const columns = columnsOf(formats);
  const lines = groups.map((line) => ({ ...line, label: dimension ? groupLabel(line.group, formats, dimension) : '' }));
  const isEmpty = outcomes.every(([name]) => total[name].count === 0);
  return {
    title: 'Closed projects',
    head: dimension?.label ?? '',
    columns,
    rows: isEmpty
      ? []
      : [...rowsOf<GroupFigures>(lines, columns, ({ label }) => label), totalRow<Figures>(total, columns)],
    bars: lines.length > 0 ? lines.map((line, index) => decidedBar(line, index, formats)) : outcomeBars(total, formats),
    none: 'No project was closed in these days.',
  };
}

const columnsOf = (formats: Formats): readonly Column<Figures>[] => [
  { name: 'Won', tone: 'good', parts: ({ won }) => figureParts(won, formats) },
  { name: 'Lost', tone: 'bad', parts: ({ lost }) => figureParts(lost, formats) },
  { name: 'Competitive losses', parts: ({ lost_competitive: lost }) => figureParts(lost, formats) },
  { name: 'Cancelled', parts: ({ cancelled }) => figureParts(cancelled, formats) },
  { name: 'Did not pursue', parts: ({ did_not_pursue: left }) => figureParts(left, formats) },
  { name: 'Hit rate', parts: ({ won, rates }) => rateParts(won.count, rates.decided, formats) },
];

/** The number, the amount, and the number of those without an amount if there are any. */
function figureParts(figure: Figure, { count, money }: Formats): readonly Part[] {
  const { count: of, amount, without_amount: without, projects_url: url } = figure;
  return [
    { text: count(of), url },
    ...(of > without ? [{ text: money(amount), url }] : []),
    ...(without > 0 ? [{ text: `${count(without)} without amount`, url, besides: { 'amount[is_null]': 'true' } }] : []),
  ];
}

type Rate = Figures['rates']['decided'];

/** `2 of 4`, with the percentage from five on. */
function rateParts(won: number, { count: rate, n }: Rate, { count, percent }: Formats): readonly Part[] {
  if (n === 0) return [{ text: nothing }];
  const of = { text: `${count(won)} of ${count(n)}` };
  return n < leastForPercent ? [of] : [{ text: percent(rate) }, of];
}

/** One bar for each outcome, by amount. */
const outcomeBars = (total: Figures, { money, shortMoney, count }: Formats): readonly Bar[] =>
  outcomes.map(([name, word, tone]) => {
    const { amount, count: of, projects_url: url } = total[name];
    const path = listPath(url);
    const label = `${count(of)} · ${shortMoney(amount)}`;
    return {
      key: name,
      label: word,
      segments: [{ tone, size: amount, label, name: `${word}: ${count(of)}, ${money(amount)}`, path }],
    };
  });

/** What was won and what was lost, by number. */
function decidedBar({ label, ...line }: GroupFigures, index: number, { count }: Formats): Bar {
  const segments = outcomes.slice(0, 2).map(([name, word, tone]) => {
    const { count: size, projects_url: url } = line[name];
    return {
      tone,
      size,
      label: `${count(size)} ${word.toLowerCase()}`,
      name: `${label}, ${word.toLowerCase()}: ${count(size)}`,
      path: listPath(url),
    };
  });
  return { key: String(index), label, segments };
}

function periodsSection(body: Body, every: GoalPeriod, { formats }: ReportContext): Section {
  const columns = columnsOf(formats);
  const { periods } = body.total;
  const nameOfPeriod = ({ from }: Period['period']) => periodName(from, every, body.fiscal_year_starts_month);
  return {
    title: `By ${every}`,
    head: choiceName(every),
    columns,
    rows: rowsOf<Period>(periods, columns, ({ period }) => nameOfPeriod(period).join(' ').trim()),
    chart: periods.map((line) => periodColumn(line, nameOfPeriod(line.period), formats)),
    none: '',
  };
}

function periodColumn(
  { period, won, lost, rates }: Period,
  [label, note]: readonly [string, string],
  formats: Formats,
) {
  const n = rates.decided.n;
  return {
    key: period.from,
    label,
    note,
    top: n === 0 ? '' : `${formats.count(won.count)} of ${formats.count(n)}`,
    name: `${label} ${note}: ${formats.count(won.count)} won of ${formats.count(n)}`,
    parts: [
      { tone: 'good', size: won.count },
      { tone: 'bad', size: lost.count },
    ],
    path: decidedPath(won.projects_url ?? lost.projects_url),
  } satisfies ChartColumn;
}

/** The list of what was won and what was lost, from the address of one of them. */
const decidedPath = (url: string | null): string | null =>
  listPath(url && url.replace(/close_type(%5Beq%5D|\[eq\])?=(won|lost)/, 'close_type=won,lost'));

interface RateLine {
  readonly label: string;
  readonly rate: Rate;
  readonly of: readonly Figure[];
}

function ratesSection({ total }: Body, { formats }: ReportContext): Section {
  const { won, lost, lost_competitive: competitive, cancelled, did_not_pursue: left, rates } = total;
  const lines: readonly RateLine[] = [
    { label: 'Of won and lost', rate: rates.decided, of: [won, lost] },
    { label: 'Of won and competitive losses', rate: rates.competitive, of: [won, competitive] },
    { label: 'Of all closed', rate: rates.closed, of: [won, lost, cancelled, left] },
  ];
  const columns: readonly Column<RateLine>[] = [
    { name: 'By number', parts: ({ rate }) => rateParts(won.count, rate, formats) },
    { name: 'By amount', parts: (line) => amountParts(line, won.amount, formats) },
  ];
  return {
    title: 'Hit rates',
    head: 'Won',
    columns,
    rows: rates.closed.n === 0 ? [] : rowsOf(lines, columns, ({ label }) => label),
    none: 'Nothing was decided in these days.',
  };
}

/** `$9,000,000 of $9,900,000`, with the percentage from five projects on. */
function amountParts({ rate, of }: RateLine, won: number, { money, percent }: Formats): readonly Part[] {
  const cents = of.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  if (cents === 0) return [{ text: nothing }];
  const text = { text: `${money(won)} of ${money(cents / 100)}` };
  return rate.n < leastForPercent ? [text] : [{ text: percent(rate.amount) }, text];
}

function reasonsSection({ loss_reasons: reasons }: Body, { formats }: ReportContext): Section {
  const { count, money } = formats;
  const label = ({ loss_reason: reason }: (typeof reasons)[number]): string => (reason ? nameOf(reason) : 'No reason');
  const columns: readonly Column<(typeof reasons)[number]>[] = [
    {
      name: 'Group',
      words: 'short',
      parts: ({ loss_group: group }) => [{ text: group === null ? nothing : choiceName(group) }],
    },
    { name: 'Lost', tone: 'bad', parts: ({ count: of, projects_url: url }) => [{ text: count(of), url }] },
    { name: 'Amount', parts: ({ amount, projects_url: url }) => [{ text: money(amount), url }] },
  ];
  return {
    title: 'Reasons of the losses',
    head: 'Reason',
    columns,
    rows: rowsOf(reasons, columns, label),
    bars: reasons.map((line, index) => ({
      key: String(index),
      label: label(line),
      segments: [
        {
          tone: 'bad',
          size: line.count,
          label: count(line.count),
          name: `${label(line)}: ${count(line.count)}, ${money(line.amount)}`,
          path: listPath(line.projects_url),
        },
      ],
    })),
    none: 'No project was lost in these days.',
  };
}

/** The closed projects that no days contain, if there are any. */
function undatedSection({ undated }: Body, { formats: { count, money } }: ReportContext): readonly Section[] {
  if (undated.count === 0) return [];
  const { projects_url: url } = undated;
  const columns: readonly Column<typeof undated>[] = [
    { name: 'Projects', parts: (line) => [{ text: count(line.count), url }] },
    { name: 'Amount', parts: (line) => [{ text: money(line.amount), url }] },
  ];
  return [
    {
      title: 'Closed without an award date',
      head: '',
      columns,
      rows: rowsOf([undated], columns, () => 'Not in the figures above'),
      none: '',
    },
  ];
}
