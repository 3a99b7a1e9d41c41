import { listPath } from '../../queries/list-path.ts';
import { writeSearch } from '../../queries/address.ts';
import type { ReportBody } from '../../reporting/report-body.ts';
import { ruleNames } from '../../reporting/rule-names.ts';
import { type Column, type ReportContext, reportKind, rowsOf, type Section } from '../report-kind.ts';
import { itemColumns, projectRows } from './item-columns.ts';

type Body = ReportBody<'attention'>;

type Rule = Body['rules'][number];

type Item = Body['items'][number];

/** The most items of an answer. */
const perPage = 500;

/** The projects that need attention, by rule. */
export const attentionReport = reportKind<'attention'>({
  name: 'attention',
  tab: 'Attention',
  title: 'Attention',
  about: 'Projects that need attention, once for each rule that they meet. A corrected project leaves the list.',
  begin: () => ({}),
  parameters: ['rule', 'limits', 'page'],
  always: { per_page: String(perPage) },
  sections: (body, context) => [rulesSection(body, context), itemsSection(body, context)],
});

function rulesSection({ rules }: Body, { formats: { count, money } }: ReportContext): Section {
  const columns: readonly Column<Rule>[] = [
    { name: 'Projects', parts: (line) => [{ text: count(line.count), url: line.projects_url }] },
    { name: 'Amount', parts: (line) => [{ text: money(line.amount), url: line.projects_url }] },
  ];
  const isEmpty = rules.every((line) => line.count === 0);
  return {
    title: 'Rules',
    head: 'Rule',
    columns,
    rows: isEmpty ? [] : rowsOf(rules, columns, ({ rule }) => ruleNames[rule]),
    bars: rules
      .filter(({ count: of }) => of > 0)
      .map((line) => ({
        key: line.rule,
        label: ruleNames[line.rule],
        segments: [
          {
            tone: 'strong',
            size: line.count,
            label: count(line.count),
            name: `${ruleNames[line.rule]}: ${count(line.count)}, ${money(line.amount)}`,
            path: listPath(line.projects_url),
          },
        ],
      })),
    none: 'No project needs attention.',
  };
}

function itemsSection({ rules, items }: Body, { formats, search }: ReportContext): Section {
  const { client, estimator, stage, amount } = itemColumns(formats);
  const columns: readonly Column<Item>[] = [
    { name: 'Rule', words: 'long', parts: ({ rule }) => [{ text: ruleNames[rule] }] },
    { name: 'Since', words: 'short', parts: ({ since }) => [{ text: formats.day(since) }] },
    { name: 'Days', parts: ({ days }) => [{ text: formats.count(days) }] },
    client,
    estimator,
    stage,
    amount,
  ];
  const all = rules.reduce((sum, { count }) => sum + count, 0);
  const page = Number(search['page'] ?? 1);
  const next = page * perPage < all;
  return {
    title: 'Projects',
    head: 'Project',
    columns,
    rows: projectRows(items, columns, search['as_of']),
    none: 'No project needs attention.',
    ...(next && {
      more: {
        text: `The next of ${formats.count(all)}`,
        path: `/reports/attention${writeSearch({ ...search, page: page + 1 })}`,
      },
    }),
  };
}
