import type { ReactNode } from 'react';
import { PathLink } from '../parts/path-link.tsx';
import figures from '../reporting/figure-table.module.css';
import style from './line-table.module.css';

/** A column of a table of Monday: figures, or words. */
export interface LineColumn<Line> {
  readonly name: string;
  /**
   * `name` heads the line. Too long texts are cut, of `brief` words before those of `long` ones; `short` words stay whole.
   * `aside` are figures that stand beside the name on a phone. Without a look, a column has figures.
   */
  readonly look?: 'name' | 'long' | 'brief' | 'short' | 'aside' | 'bar';
  readonly cell: (line: Line) => ReactNode;
}

interface Props<Line> {
  readonly title: string;
  readonly columns: readonly LineColumn<Line>[];
  readonly lines: readonly Line[];
  readonly keyOf: (line: Line, index: number) => string;
  /** The lines that are sums. */
  readonly isSum?: (line: Line) => boolean;
  /** Whether a line has two rows on a phone. */
  readonly isStacked?: boolean;
  /** The number of lines that the table leaves out, and the way to them. */
  readonly more?: { readonly count: number; readonly path: string | null };
}

/** More columns than these share the width in other parts. */
const usualColumns = 6;

/** A table of a few lines. */
export function LineTable<Line>({ title, columns, lines, keyOf, isSum, isStacked, more }: Props<Line>) {
  return (
    <>
      <table
        className={`${figures.table} ${style.table}`}
        aria-label={title}
        data-stacked={isStacked}
        data-many={columns.length > usualColumns || undefined}
      >
        <thead>
          <tr>
            {columns.map(({ name, look }) => (
              <th key={name} scope="col" className={`label ${lookOf(look) ?? ''}`}>
                {look === 'bar' ? <span className="hidden-text">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={keyOf(line, index)} className={isSum?.(line) ? style.sum : undefined}>
              {columns.map((column) => (
                <Cell key={column.name} column={column} line={line} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more && more.count > 0 && <More {...more} />}
    </>
  );
}

function Cell<Line>({ column: { look, cell }, line }: { readonly column: LineColumn<Line>; readonly line: Line }) {
  const content = cell(line);
  if (look === 'name')
    return (
      <th scope="row" className={style.name} dir="auto">
        {content}
      </th>
    );
  return (
    <td className={lookOf(look)} data-empty={content === null || undefined}>
      {content}
    </td>
  );
}

function More({ count, path }: { readonly count: number; readonly path: string | null }) {
  const text = `+ ${count} more`;
  if (path === null) return <p className={style.more}>{text}</p>;
  return (
    <p className={style.more}>
      <PathLink path={path} className="link standing">
        {text}
      </PathLink>
    </p>
  );
}

const looks = {
  name: style.name,
  long: style.long,
  brief: style.brief,
  short: style.short,
  aside: style.aside,
  bar: style.bar,
};

function lookOf(look: LineColumn<never>['look']): string | undefined {
  if (look === undefined) return undefined;
  return looks[look];
}
