import type { ReactNode } from 'react';
import { useTitle } from '../parts/use-title.ts';
import style from './page-head.module.css';

interface Props {
  readonly title: string;
  /** The one filled button of the page. */
  readonly action?: ReactNode;
  /** One or two sentences about the page. */
  readonly children?: ReactNode;
}

/** The heading of a page of the settings, which also names the tab. */
export function PageHead({ title, action, children }: Props) {
  useTitle(`${title} · Settings`);
  return (
    <header className={style.head}>
      <h1 tabIndex={-1}>{title}</h1>
      {action}
      {children && <div className={style.about}>{children}</div>}
    </header>
  );
}
