import { type ReactNode, useId } from 'react';
import style from './section.module.css';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of a page of the settings, under its heading. */
export function Section({ title, children }: Props) {
  const id = useId();
  return (
    <section className={style.section} aria-labelledby={id}>
      <h2 id={id} className={style.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
