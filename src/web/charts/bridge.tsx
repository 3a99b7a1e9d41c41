import style from './bridge.module.css';
import { Mark, type Tone } from './mark.tsx';
import { Ground, MarkRow } from './mark-row.tsx';

/** A step of a bridge: what it adds to the level before it, or a level of its own. */
export interface Step {
  readonly key: string;
  /** The name below it: `Added`. */
  readonly label: string;
  readonly tone: Tone;
  /** In the unit of the chart; less than 0 for what goes away. */
  readonly size: number;
  /** It stands on the ground, as the first and the last step do. */
  readonly isLevel?: boolean;
  /** The label on the mark: `+$2.1M`. */
  readonly top: string;
  /** Its figures for screen readers: `Added: 3, $2,100,000`. */
  readonly name: string;
  /** The path of what it stands for; null if there is nothing. */
  readonly path: string | null;
}

interface Props {
  readonly label: string;
  readonly steps: readonly Step[];
}

const high = 160;

/** The room above the highest mark, for its label. */
const headroom = 20;

/** A bridge from one level to another: each mark begins where the one before it ends, and is a link. */
export function Bridge({ label, steps }: Props) {
  const spans = spansOf(steps);
  const ground = groundOf(spans);
  const most = Math.max(...spans.flat());
  if (most === ground) return null;
  const y = (level: number): number => headroom + (1 - (Math.max(level, ground) - ground) / (most - ground)) * high;
  return (
    <MarkRow label={label} marks={steps} className={style.steps}>
      {(step, index, patterns) => {
        const [before = 0, after = 0] = spans[index] ?? [];
        const begin = y(before);
        return (
          <>
            <svg width="100%" height={high + headroom + 1} aria-hidden="true">
              <Rectangle step={step} patterns={patterns} from={step.isLevel ? y(ground) : begin} to={y(after)} />
              {step.isLevel && ground > 0 && <Break at={y(ground) - 12} />}
              {index > 0 && <Level at={begin} from="0" to={step.size === 0 ? '90%' : '10%'} />}
              {index < steps.length - 1 && <Level at={y(after)} from="90%" to="100%" />}
              <Ground y={y(ground)} />
              <text x="50%" y={Math.min(begin, y(after)) - 6} className={style.top}>
                {step.top}
              </text>
            </svg>
            <span aria-hidden="true" className={style.label}>
              {step.label}
            </span>
          </>
        );
      }}
    </MarkRow>
  );
}

/** The levels at which each step begins and ends. One that stands on the ground has the same twice. */
function spansOf(steps: readonly Step[]): readonly (readonly [number, number])[] {
  let level = 0;
  return steps.map(({ size, isLevel }) => {
    const before = isLevel ? size : level;
    level = isLevel ? size : level + size;
    return [before, level];
  });
}

/** The level at the foot of the chart: 0, or one nearer to the steps where they would be too small to be seen. */
function groundOf(spans: readonly (readonly [number, number])[]): number {
  const [least, most] = [Math.min(...spans.flat()), Math.max(...spans.flat())];
  return least === most || least < most / 2 ? 0 : Math.max(0, least - (most - least) / 2);
}

interface RectangleProps {
  readonly step: Step;
  readonly patterns: string;
  readonly from: number;
  readonly to: number;
}

const Rectangle = ({ step: { size, tone }, patterns, from, to }: RectangleProps) =>
  size === 0 ? null : (
    <Mark
      tone={tone}
      patterns={patterns}
      x="10%"
      width="80%"
      y={Math.min(from, to)}
      height={Math.max(Math.abs(from - to), 1)}
    />
  );

/** The sign that a mark is longer than it looks. */
const Break = ({ at }: { readonly at: number }) => (
  <line x1="5%" x2="95%" y1={at + 3} y2={at - 3} className={style.break} />
);

interface LevelProps {
  readonly at: number;
  readonly from: string;
  readonly to: string;
}

/** The line from one mark to the next. */
const Level = ({ at, from, to }: LevelProps) => <line x1={from} x2={to} y1={at} y2={at} className={style.level} />;
