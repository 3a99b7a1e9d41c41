import type { ReactNode } from 'react';
import { Failure } from '../parts/failure/failure.tsx';
import { Section } from '../parts/section/section.tsx';
import shown from '../reporting/answer.module.css';
import style from './part.module.css';
import type { Answer } from './use-monday.ts';

interface Props<Body> {
  readonly title: string;
  /** A note beside the title, once the answer is there. */
  readonly note?: (body: Body) => ReactNode;
  readonly answer: Answer<Body>;
  readonly className?: string | undefined;
  /** Whether the answer has nothing to show. */
  readonly isNone: (body: Body) => boolean;
  /** A sentence that stands in the place of nothing. */
  readonly none: string;
  readonly children: (body: Body) => ReactNode;
}

/** A part of Monday. While its answer is awaited, or if it fails, the other parts stay. */
export function Part<Body>({ title, note, answer, className, isNone, none, children }: Props<Body>) {
  const { data, error, isOutdated, retry } = answer;
  return (
    <Section
      title={title}
      className={`${style.part} ${shown.answer} ${className ?? ''}`}
      isBusy={isOutdated}
      {...(data !== undefined && note && { note: note(data) })}
    >
      {error !== null && <Failure error={error} onRetry={retry} />}
      {error === null && data === undefined && <p className={style.line}>Loading…</p>}
      {data !== undefined && (isNone(data) ? <p className={style.line}>{none}</p> : children(data))}
    </Section>
  );
}
