import { useId } from 'react';
import { Marks } from '../charts/bars.tsx';
import { Patterns } from '../charts/mark.tsx';
import { type Formats, nothing, useFormats } from '../data/formats.ts';
import { type Search, writeSearch } from '../queries/address.ts';
import type { ReportBody } from '../reporting/report-body.ts';
import { Figure } from './figure.tsx';
import { type LineColumn, LineTable } from './line-table.tsx';
import { Part } from './part.tsx';
import { CutText } from './project-name.tsx';
import type { Monday } from './use-monday.ts';

/** The most stages of the table. */
const most = 12;

interface Props extends Pick<Monday, 'pipeline'> {
  readonly className: string | undefined;
  /** The query of a report of this page. */
  readonly query: Search;
}

/** The open projects by stage. */
export function Stages({ pipeline, className, query }: Props) {
  const patterns = useId();
  const formats = useFormats();
  return (
    <Part
      title="Pipeline by stage"
      answer={pipeline}
      className={className}
      isNone={({ total }) => total.count === 0}
      none="No project is open."
    >
      {({ groups, total }) => (
        <>
          <Patterns id={patterns} />
          <LineTable<Line>
            title="Pipeline by stage"
            columns={columnsOf(formats, { patterns, most: Math.max(...groups.map(({ amount }) => amount)) })}
            lines={[...groups.slice(0, most), total]}
            keyOf={(_, index) => String(index)}
            isSum={(line) => line === total}
            more={{
              count: groups.length - most,
              path: `/reports/pipeline${writeSearch({ ...query, group_by: 'project_stage_id' })}`,
            }}
          />
        </>
      )}
    </Part>
  );
}

type Body = ReportBody<'pipeline'>;

/** A stage, or all of them. */
type Line = Body['total'] | Body['groups'][number];

interface Scale {
  /** The id of the patterns. */
  readonly patterns: string;
  /** The largest amount. */
  readonly most: number;
}

const columnsOf = ({ count, shortMoney }: Formats, { patterns, most: whole }: Scale): readonly LineColumn<Line>[] => [
  { name: 'Stage', look: 'name', cell: (line) => <CutText text={stageName(line)} /> },
  { name: 'Projects', cell: ({ count: of, projects_url: url }) => <Figure text={count(of)} url={url} /> },
  { name: 'Amount', cell: ({ amount, projects_url: url }) => <Figure text={shortMoney(amount)} url={url} /> },
  {
    name: 'Weighted',
    cell: ({ weighted_amount: weighted, projects_url: url }) => <Figure text={shortMoney(weighted)} url={url} />,
  },
  {
    name: 'Weighted amount of the amount',
    look: 'bar',
    cell: (line) => ('group' in line ? <StageBar line={line} whole={whole} patterns={patterns} /> : null),
  },
];

function stageName(line: Line): string {
  if (!('group' in line)) return 'All';
  const { group } = line;
  return (group !== null && typeof group === 'object' && 'name' in group && group.name) || nothing;
}

interface BarProps {
  readonly line: Line;
  readonly whole: number;
  readonly patterns: string;
}

/** The weighted amount, of the amount. */
const StageBar = ({ line: { amount, weighted_amount: weighted }, whole, patterns }: BarProps) => (
  <Marks
    bar={{
      segments: [
        { tone: 'strong', size: weighted, label: '', name: 'weighted', path: null },
        { tone: 'soft', size: amount - weighted, label: '', name: 'amount', path: null },
      ],
    }}
    whole={whole}
    patterns={patterns}
    high={9}
  />
);
