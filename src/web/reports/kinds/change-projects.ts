import type { Operations } from '../../../client/operations.ts';
import { choiceName } from '../../../resources/labels.ts';
import type { ChangeLine } from '../../../resources/vocabulary/choices.ts';
import { changeNames, changeTexts } from '../../reporting/change-names.ts';
import { groupOf, sumOf } from '../figure-group.ts';
import type { Figure, FigureList } from '../report-kind.ts';
import { changedColumns, changedRows } from './changed-columns.ts';

type Entry = Operations['GET /reports/pipeline_change/projects']['data']['projects'][number];

// The list of the service would be a part of the first load.
const lines = Object.keys(changeNames) as readonly ChangeLine[];

/** The projects behind a figure of the change of the pipeline, the largest change first. */
export function changeProjects(figure: Figure): FigureList {
  const { search, context, instant } = figure;
  const { from = '', to = 'now' } = search;
  const entries = (figure.entries as readonly Entry[]).map((entry) => ({ ...entry, company: entry.project.company }));
  const line = lines.find((one) => one === search['line']);
  const { reason } = search;
  const columns = changedColumns(context.formats);
  const words = [line ? changeNames[line] : 'Change', reason && choiceName(reason).toLowerCase(), groupOf(figure)];
  return {
    title: words.filter(Boolean).join(', '),
    about: `${instant(from)} – ${instant(to)}. ${line ? changeTexts[line] : ''}`,
    sums: [
      { amount: sumOf(entries.map(({ amount }) => amount)), words: 'in all' },
      { amount: sumOf(entries.map(({ weighted_amount: weighted }) => weighted)), words: 'weighted' },
    ],
    section: {
      title: 'Projects',
      head: 'Project',
      columns,
      rows: changedRows(entries, columns, search['to']),
      none: 'This figure has no project.',
    },
  };
}
