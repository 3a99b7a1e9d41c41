import { nothing } from '../../data/formats.ts';
import { type BacklogEntry, type BacklogPlace, figureName, moneyAt, placeOf } from '../backlog-figure.ts';
import { groupOf, sumOf } from '../figure-group.ts';
import { layerNames } from '../../reporting/layer-names.ts';
import type { ReportBody } from '../../reporting/report-body.ts';
import type { Column, Figure, FigureList, ReportHead, Section } from '../report-kind.ts';
import { itemColumns, projectRows } from './item-columns.ts';

/** The projects behind a figure of the work to be earned, the largest part first. */
export function backlogProjects(figure: Figure): FigureList {
  const { search } = figure;
  const report = figure.report as (ReportHead & ReportBody<'backlog'>) | undefined;
  const entries = figure.entries as readonly BacklogEntry[];
  const place = report ? placeOf(search, report) : null;
  const name = figureName(search, report?.fiscal_year_starts_month ?? 1);
  return {
    title: [name, groupOf(figure)].filter(Boolean).join(', '),
    sums: place === null ? [] : [{ amount: sumOf(entries.map((entry) => moneyAt(entry, place))), words: 'in all' }],
    section: sectionOf(entries, place, figure),
  };
}

/** A project with its money, in the form of the tables whose lines are projects. */
type Line = BacklogEntry & Pick<BacklogEntry['project'], 'company' | 'project_stage' | 'assigned_to'>;

function sectionOf(
  entries: readonly BacklogEntry[],
  place: BacklogPlace | null,
  { search, context: { formats } }: Figure,
): Section {
  const { client, estimator, stage } = itemColumns(formats);
  const day = (of: string | null) => [{ text: of === null ? nothing : formats.day(of) }];
  const lines = entries.map((entry): Line => {
    const { company, project_stage, assigned_to } = entry.project;
    return { ...entry, company, project_stage, assigned_to };
  });
  const columns: readonly Column<Line>[] = [
    { name: 'Layer', words: 'long', parts: ({ layer }) => [{ text: layerNames[layer] }] },
    client,
    estimator,
    stage,
    { name: 'Start', words: 'short', parts: ({ project }) => day(project.start_date) },
    { name: 'End', words: 'short', parts: ({ project }) => day(project.end_date) },
    { name: 'To be earned', parts: ({ amount }) => [{ text: formats.money(amount) }] },
    ...(place === null || place === 'amount'
      ? []
      : [{ name: 'Here', parts: (line: Line) => [{ text: formats.money(moneyAt(line, place)) }] }]),
  ];
  const none = 'No project has money here.';
  return { title: 'Projects', head: 'Project', columns, rows: projectRows(lines, columns, search['as_of']), none };
}
