import type { ReactNode } from 'react';
import style from './section.module.css';

interface Props {
  readonly title: string;
  /** A note beside the title, such as a number. */
  readonly note?: ReactNode;
  /** The actions on the section, at the end of its title. */
  readonly action?: ReactNode;
  readonly className?: string | undefined;
  /** Whether its content is about to be replaced. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

/** A part of a screen under a heading with a hairline. */
export const Section = ({ title, note, action, className, isBusy, children }: Props) => (
  <section aria-label={title} aria-busy={isBusy} className={className}>
    <div className={style.head}>
      <h2 className={style.title}>
        {title} {note !== undefined && <span className="quiet">{note}</span>}
      </h2>
      {action}
    </div>
    {children}
  </section>
);
