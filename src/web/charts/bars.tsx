import { useId } from 'react';
import style from './bars.module.css';
import { Mark, MarkLink, Patterns, Swatch, type Tone } from './mark.tsx';

/** A part of a bar. */
export interface Segment {
  readonly tone: Tone;
  /** In the unit of the chart, 0 or more. */
  readonly size: number;
  /** The label on the mark: `$1.2M`. */
  readonly label: string;
  /** Its figure for screen readers: `Estimating, amount: $1,200,000`. */
  readonly name: string;
  /** The path of what it stands for; null if there is nothing. */
  readonly path: string | null;
}

/** A row of a chart: its segments one after the other. */
export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly segments: readonly Segment[];
  /** A goal, as a line across the bar, in the unit of the chart. */
  readonly tick?: number;
  /** The size that fills the row. Without it, all such bars of the chart share that of the longest. */
  readonly whole?: number;
}

interface Props {
  readonly label: string;
  readonly bars: readonly Bar[];
}

/** Horizontal bars. The labels stand on them, each a link to what its mark stands for. */
export function Bars({ label, bars }: Props) {
  const patterns = useId();
  const most = Math.max(...bars.flatMap((bar) => [lengthOf(bar), bar.tick ?? 0]));
  return (
    <>
      <Patterns id={patterns} />
      <ul aria-label={label} className={style.bars}>
        {bars.map((bar) => (
          <li key={bar.key} className={style.row}>
            <span className={style.label} dir="auto">
              {bar.label}
            </span>
            <span className={style.figures}>
              {bar.segments.map((segment) => (
                <Figure key={segment.name} segment={segment} patterns={patterns} />
              ))}
            </span>
            <Marks bar={bar} whole={bar.whole ?? most} patterns={patterns} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface MarksProps {
  readonly bar: Pick<Bar, 'segments' | 'tick'>;
  /** The size that fills the width. */
  readonly whole: number;
  /** The id of the patterns of its chart. */
  readonly patterns: string;
  /** The height of the marks, in pixels. */
  readonly high?: number;
}

/** The marks of a bar, without labels. */
export function Marks({ bar: { segments, tick }, whole, patterns, high = 12 }: MarksProps) {
  const share = (size: number): string => `${whole === 0 ? 0 : (size / whole) * 100}%`;
  return (
    <svg width="100%" height={high + 4} className={style.bar} aria-hidden="true">
      {placeSegments(segments).map(({ tone, name, size, from }) => (
        <Mark key={name} tone={tone} patterns={patterns} x={share(from)} y={2} width={share(size)} height={high} />
      ))}
      {tick !== undefined && <line x1={share(tick)} x2={share(tick)} y1={0} y2={high + 4} className={style.tick} />}
    </svg>
  );
}

function Figure({ segment, patterns }: { readonly segment: Segment; readonly patterns: string }) {
  const { tone, label, name, path } = segment;
  return (
    <MarkLink path={path} className={`${style.figure} ${path === null ? '' : style.link}`}>
      <Swatch tone={tone} patterns={patterns} />
      <span aria-hidden="true">{label}</span>
      <span className="hidden-text">{name}</span>
    </MarkLink>
  );
}

/** The sum of the segments. */
export const lengthOf = ({ segments }: Pick<Bar, 'segments'>): number =>
  segments.reduce((sum, { size }) => sum + size, 0);

/** The segments that have a length, each with its begin. */
function placeSegments(segments: readonly Segment[]): readonly (Segment & { readonly from: number })[] {
  let from = 0;
  return segments.flatMap((segment) => {
    if (segment.size <= 0) return [];
    from += segment.size;
    return [{ ...segment, from: from - segment.size }];
  });
}
