import { type Formats, useFormats } from '../data/formats.ts';
import { type Search, writeSearch } from '../queries/address.ts';
import type { ReportBody } from '../reporting/report-body.ts';
import {
  changeLines,
  type ChangeLine,
  largestChanges,
  type ProjectChange,
  projectChanges,
  withSign,
} from './change-lines.ts';
import { Figure } from './figure.tsx';
import { type LineColumn, LineTable } from './line-table.tsx';
import { Part } from './part.tsx';
import { CutText, ProjectName } from './project-name.tsx';
import type { Monday } from './use-monday.ts';

interface Props extends Pick<Monday, 'change'> {
  readonly className: string | undefined;
  /** The beginning of the change, in words. */
  readonly since: string | null;
  readonly filters: Search;
}

/** The lines that lead from the opening to the closing of the pipeline, and the projects that moved it most. */
export function Changes({ change, className, since, filters }: Props) {
  const formats = useFormats();
  return (
    <Part
      title={since === null ? 'Changes' : `Changes since ${since}`}
      answer={change}
      className={className}
      isNone={() => false}
      none=""
    >
      {(body) => (
        <>
          <LineTable
            title="Changes"
            columns={lineColumns(formats)}
            lines={changeLines(body.total)}
            keyOf={({ name }) => name}
            isSum={({ isSum }) => isSum}
          />
          <Largest body={body} filters={filters} />
        </>
      )}
    </Part>
  );
}

const lineColumns = (formats: Formats): readonly LineColumn<ChangeLine>[] => [
  { name: 'Pipeline', look: 'name', cell: ({ name }) => <CutText text={name} /> },
  { name: 'Projects', cell: ({ count, url }) => <Figure text={formats.count(count)} url={url} /> },
  { name: 'Amount', cell: (line) => <Figure text={withSign(line.amount, line.sign, formats)} url={line.url} /> },
  { name: 'Weighted', cell: (line) => <Figure text={withSign(line.weighted, line.sign, formats)} url={line.url} /> },
];

/** The largest changes by the names of their projects. */
function Largest({
  body: { total, from, to },
  filters,
}: {
  readonly body: ReportBody<'pipeline_change'>;
  readonly filters: Search;
}) {
  const formats = useFormats();
  const named = largestChanges(projectChanges(total));
  if (named.length === 0) return null;
  const all = changeLines(total).reduce((sum, { count, isSum }) => (isSum ? sum : sum + count), 0);
  return (
    <LineTable
      title="Largest changes"
      columns={projectColumns(formats)}
      lines={named}
      keyOf={({ line, id }) => `${line} ${id}`}
      more={{ count: all - named.length, path: `/reports/pipeline_change${writeSearch({ ...filters, from, to })}` }}
    />
  );
}

const projectColumns = (formats: Formats): readonly LineColumn<ProjectChange>[] => [
  {
    name: 'Largest changes',
    look: 'name',
    cell: ({ id, name, about }) => <ProjectName id={id} name={name} about={about} />,
  },
  { name: 'Amount', cell: ({ amount, sign }) => withSign(amount, sign, formats) },
];
