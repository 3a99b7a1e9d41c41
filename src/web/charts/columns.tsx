import style from './columns.module.css';
import { Mark, type Tone } from './mark.tsx';
import { Ground, MarkRow } from './mark-row.tsx';

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

/** Stacked columns. Each is a link to what it stands for, with its figure on top. */
export function Columns({ label, columns, high = 140 }: Props) {
  const most = Math.max(...columns.flatMap(({ parts, tick }) => [sizeOf(parts), tick ?? 0]));
  if (most === 0) return null;
  const scaled = (size: number): number => (size / most) * high;
  return (
    <MarkRow label={label} marks={columns}>
      {({ top, parts, tick, label: name, note }, index, patterns) => (
        <>
          <span aria-hidden="true" className={style.top}>
            {top}
          </span>
          <svg width="100%" height={high + 2} aria-hidden="true">
            {stackParts(parts).map(({ tone, size, from }) => (
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
            {tick !== undefined && <Tick y={high - scaled(tick) + 1} />}
            <Ground y={high + 1} />
          </svg>
          <span aria-hidden="true" className={style.label}>
            {name}
            {note !== columns[index - 1]?.note && <span className={style.note}>{note}</span>}
          </span>
        </>
      )}
    </MarkRow>
  );
}

const Tick = ({ y }: { readonly y: number }) => <line x1="2%" x2="98%" y1={y} y2={y} className={style.tick} />;

const sizeOf = (parts: Column['parts']): number => parts.reduce((sum, { size }) => sum + size, 0);

/** The parts that have a height, each with its ground. */
function stackParts(parts: Column['parts']) {
  let from = 0;
  return parts.flatMap((part) => {
    if (part.size <= 0) return [];
    from += part.size;
    return [{ ...part, from: from - part.size }];
  });
}
