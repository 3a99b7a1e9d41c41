import type { ReactNode } from 'react';
import style from './state.module.css';

const looks = { good: style.good, due: style.due, over: style.over, quiet: style.quiet };

/** The state of something, in a word or two. */
export const State = ({ look, children }: { look: keyof typeof looks; children: ReactNode }) => (
  <span className={`${style.state} ${looks[look]}`}>{children}</span>
);
