import { useId } from 'react';
import style from './columns.module.css';
import { Linked, Mark, Patterns, type Tone } from './mark.tsx';

/** A column of a chart: its parts from the ground up. */
export interface Column {
  readonly key: string;
  /** The name below it: `Q3`. */
  readonly label: string;
  /** A second line of the name: `FY2026`. Columns that follow each other share it. */
  readonly note?: string;
  /** The label on top: `2 of 4`. */
  readonly top: string;
  /** Its figures for screen readers: `Q3 FY2026: 2 won of 4`. */
  readonly name: string;
  readonly parts: readonly { readonly tone: Tone; readonly size: number }[];
  /** A goal, as a line across the column, in the unit of the chart. */
  readonly tick?: number;
  /** The path of what it stands for; null if there is nothing. */
  readonly path: string | null;
}

interface Props {
  readonly label: string;
  readonly columns: readonly Column[];
  /** The height of the marks, in pixels. */
  readonly high?: number;
}

/** Stacked columns. Each is a link to what it stands for, with its figure on top. Many of them scroll in their frame. */
export function Columns({ label, columns, high = 140 }: Props) {
  const patterns = useId();
  const most = Math.max(...columns.flatMap(({ parts, tick }) => [sizeOf(parts), tick ?? 0]));
  if (most === 0) return null;
  const scaled = (size: number): number => (size / most) * high;
  const hasLinks = columns.some(({ path }) => path !== null);
  return (
    // Keys scroll it by its links, or else by itself.
    <div className={style.frame} tabIndex={hasLinks ? undefined : 0}>
      <Patterns id={patterns} />
      <ul aria-label={label} className={style.columns}>
        {columns.map((column, index) => (
          <li key={column.key} className={style.column}>
            <Linked path={column.path} className={style.link}>
              <span className="hidden-text">{column.name}</span>
              <span aria-hidden="true" className={style.top}>
                {column.top}
              </span>
              <svg width="100%" height={high + 2} className={style.marks} aria-hidden="true">
                {stacked(column.parts).map(({ tone, size, from }) => (
                  <Mark
                    key={tone}
                    tone={tone}
                    patterns={patterns}
                    x="15%"
                    width="70%"
                    y={high - scaled(from + size)}
                    height={scaled(size)}
                  />
                ))}
                {column.tick !== undefined && (
                  <line
                    x1="2%"
                    x2="98%"
                    y1={high - scaled(column.tick) + 1}
                    y2={high - scaled(column.tick) + 1}
                    className={style.tick}
                  />
                )}
                <line x1="0" x2="100%" y1={high + 1} y2={high + 1} className={style.ground} />
              </svg>
              <span aria-hidden="true" className={style.label}>
                {column.label}
                {column.note !== columns[index - 1]?.note && <span className={style.note}>{column.note}</span>}
              </span>
            </Linked>
          </li>
        ))}
      </ul>
    </div>
  );
}

const sizeOf = (parts: Column['parts']): number => parts.reduce((sum, { size }) => sum + size, 0);

/** The parts that have a height, each with its ground. */
function stacked(parts: Column['parts']) {
  let from = 0;
  return parts.flatMap((part) => {
    if (part.size <= 0) return [];
    from += part.size;
    return [{ ...part, from: from - part.size }];
  });
}
