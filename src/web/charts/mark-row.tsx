import { type ReactNode, useId } from 'react';
import { MarkLink, Patterns } from './mark.tsx';
import style from './mark-row.module.css';

interface RowMark {
  readonly key: string;
  /** Its figures for screen readers: `Added: 3, $2,100,000`. */
  readonly name: string;
  /** The path of what it stands for; null if there is nothing. */
  readonly path: string | null;
}

interface Props<Of extends RowMark> {
  readonly label: string;
  readonly marks: readonly Of[];
  readonly className?: string | undefined;
  /** What people see of a mark. @param patterns the id of the patterns of the chart. */
  readonly children: (mark: Of, index: number, patterns: string) => ReactNode;
}

/** The marks of a chart side by side, each a link. Many of them scroll in their frame. */
export function MarkRow<Of extends RowMark>({ label, marks, className, children }: Props<Of>) {
  const patterns = useId();
  const hasLinks = marks.some(({ path }) => path !== null);
  return (
    // Keys scroll it by its links, or else by itself.
    <div className={style.frame} tabIndex={hasLinks ? undefined : 0}>
      <Patterns id={patterns} />
      <ul aria-label={label} className={`${style.row} ${className ?? ''}`}>
        {marks.map((mark, index) => (
          <li key={mark.key} className={style.mark}>
            <MarkLink path={mark.path} className={style.link}>
              <span className="hidden-text">{mark.name}</span>
              {children(mark, index, patterns)}
            </MarkLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The line on which marks stand. @param y in pixels of its drawing. */
export const Ground = ({ y }: { readonly y: number }) => (
  <line x1="0" x2="100%" y1={y} y2={y} className={style.ground} />
);
