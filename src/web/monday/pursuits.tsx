import { nameOf } from '../data/directory.ts';
import { type Formats, useFormats } from '../data/formats.ts';
import { type Search, writeSearch } from '../queries/address.ts';
import { type LineColumn, LineTable } from './line-table.tsx';
import { largestFirst, mostPursuits, type Pursuit } from './monday-queries.ts';
import { Part } from './part.tsx';
import { CutText, ProjectName } from './project-name.tsx';
import style from './pursuits.module.css';
import type { Monday } from './use-monday.ts';

interface Props extends Pick<Monday, 'pursuits' | 'pipeline' | 'instant'> {
  readonly className: string | undefined;
  /** The query of a list of this page. */
  readonly query: Search;
}

/** The ten largest open projects, with what comes next. */
export function Pursuits({ pursuits, pipeline, instant, className, query }: Props) {
  const formats = useFormats();
  const all = pipeline.data?.total.count ?? 0;
  return (
    <Part
      title="Ten largest pursuits"
      answer={pursuits}
      className={className}
      isNone={(rows) => rows.length === 0}
      none="No project is open."
    >
      {(rows) => (
        <LineTable
          title="Ten largest pursuits"
          columns={columnsOf(formats, instant?.day ?? '')}
          lines={rows}
          keyOf={({ id }) => id}
          isStacked
          more={{ count: all - mostPursuits, path: `/projects${writeSearch({ ...query, ...largestFirst })}` }}
        />
      )}
    </Part>
  );
}

const columnsOf = (formats: Formats, today: string): readonly LineColumn<Pursuit>[] => [
  { name: 'Project', look: 'name', cell: ({ id, name }) => <ProjectName id={id} name={name} /> },
  { name: 'Client', look: 'long', cell: ({ company }) => company && <CutText text={nameOf(company)} /> },
  { name: 'Stage', look: 'brief', cell: ({ project_stage: stage }) => <CutText text={nameOf(stage)} /> },
  { name: 'Amount', look: 'aside', cell: ({ amount }) => formats.shortMoney(amount) },
  { name: 'Probability', cell: ({ probability }) => formats.percent(probability) },
  { name: 'Next step', look: 'long', cell: ({ next_step: step }) => step && <CutText text={step} /> },
  {
    name: 'On',
    look: 'short',
    cell: ({ next_step_on: on }) => on && <StepDay day={on} today={today} formats={formats} />,
  },
];

interface DayProps {
  readonly day: string;
  readonly today: string;
  readonly formats: Formats;
}

/** The day of a step; of one that is late, with a sign. */
const StepDay = ({ day, today, formats }: DayProps) =>
  day < today ? (
    <span className={style.late}>
      ! {formats.day(day)}
      <span className="hidden-text"> late</span>
    </span>
  ) : (
    formats.day(day)
  );
