import type { ReactNode } from 'react';
import { PathLink } from '../parts/path-link.tsx';
import style from './mark.module.css';

/** The looks of marks. Colors follow the tokens; paper and forced colors have patterns. */
export const tones = ['strong', 'soft', 'good', 'bad', 'quiet'] as const;

export type Tone = (typeof tones)[number];

interface MarkProps {
  readonly tone: Tone;
  /** The id of the patterns of its chart. */
  readonly patterns: string;
  readonly x: number | string;
  readonly y: number | string;
  readonly width: number | string;
  readonly height: number | string;
}

/** A mark of a chart: a rectangle, under its pattern. */
export const Mark = ({ tone, patterns, ...box }: MarkProps) => (
  <>
    <rect {...box} className={`${style.mark} ${looks[tone]}`} />
    {tone in lines && <rect {...box} className={style.pattern} fill={`url(#${patterns}-${tone})`} />}
  </>
);

const looks: Readonly<Record<Tone, string | undefined>> = {
  strong: style.strong,
  soft: style.soft,
  good: style.good,
  bad: style.bad,
  quiet: style.quiet,
};

/** The lines of the patterns, in a square of six pixels. The other tones are solid. */
const lines: Readonly<Partial<Record<Tone, string>>> = {
  soft: 'M0 6L6 0M-1 1L1 -1M5 7L7 5',
  bad: 'M0 0L6 6M-1 5L1 7M5 -1L7 1M0 6L6 0',
  quiet: 'M0 3H6',
};

/** The patterns of a chart, which its marks name. */
export const Patterns = ({ id }: { readonly id: string }) => (
  <svg width="0" height="0" className={style.patterns} aria-hidden="true">
    <defs>
      {Object.entries(lines).map(([tone, path]) => (
        <pattern key={tone} id={`${id}-${tone}`} width="6" height="6" patternUnits="userSpaceOnUse">
          <path d={path} className={style.line} />
        </pattern>
      ))}
    </defs>
  </svg>
);

/** A square in the look of a mark, beside the label that belongs to it. */
export const Swatch = ({ tone, patterns }: { readonly tone: Tone; readonly patterns: string }) => (
  <svg width="10" height="10" className={style.swatch} aria-hidden="true">
    <Mark tone={tone} patterns={patterns} x="0.5" y="0.5" width="9" height="9" />
  </svg>
);

interface MarkLinkProps {
  /** Null if there is nothing to see. */
  readonly path: string | null;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** What stands for a mark: a link to its projects, or a text. */
export const MarkLink = ({ path, ...rest }: MarkLinkProps) =>
  path === null ? <span {...rest} /> : <PathLink path={path} {...rest} />;
