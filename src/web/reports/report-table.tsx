import { useId } from 'react';
import { Patterns, Swatch } from '../charts/mark.tsx';
import { PathLink } from '../parts/path-link.tsx';
import { listPath } from '../queries/list-path.ts';
import figures from '../reporting/figure-table.module.css';
import type { Part, Row, Section } from './report-kind.ts';
import style from './report-table.module.css';

/** A table with more columns than these is condensed on paper. */
const narrowColumns = 6;

/** The table of a part of a report. Each figure is a link to its projects. On a narrow screen, each line is a block. */
export function ReportTable({ title, head, columns, rows }: Section) {
  const patterns = useId();
  return (
    <>
      <Patterns id={patterns} />
      <table
        className={`${figures.table} ${style.table}`}
        aria-label={title}
        data-wide={columns.length > narrowColumns || undefined}
      >
        <thead>
          <tr>
            <th scope="col" className={`label ${style.first}`}>
              {head === '' ? <span className="hidden-text">{title}</span> : head}
            </th>
            {columns.map(({ name, tone, words }) => (
              <th key={name} scope="col" className={`label ${lookOf(words) ?? ''}`}>
                <span className={style.head}>
                  {tone && <Swatch tone={tone} patterns={patterns} />}
                  {name}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.key} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </>
  );
}

const lookOf = (words: Section['columns'][number]['words']): string | undefined =>
  words && `${style.text} ${words === 'long' ? style.long : ''}`;

const TableRow = ({ row, columns }: { readonly row: Row; readonly columns: Section['columns'] }) => (
  <tr className={row.isTotal ? style.total : undefined} data-part={row.isPart}>
    <th scope="row" className={style.first} dir="auto">
      {row.path === undefined ? (
        row.label
      ) : (
        <PathLink path={row.path} className={`${style.record} ${style.link}`}>
          {row.label}
        </PathLink>
      )}
    </th>
    {row.cells.map((parts, index) => (
      <td key={columns[index]?.name} data-label={columns[index]?.name} className={lookOf(columns[index]?.words)}>
        <span className={style.parts}>
          {parts.map((part) => (
            <PartText key={part.text} {...part} />
          ))}
        </span>
      </td>
    ))}
  </tr>
);

function PartText({ text, url = null, besides }: Part) {
  const path = listPath(url, besides);
  if (path === null) return <span className={style.part}>{text}</span>;
  return (
    <PathLink path={path} className={`${style.part} ${style.link}`}>
      {text}
    </PathLink>
  );
}
