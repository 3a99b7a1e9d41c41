import type { ReactNode } from 'react';
import style from './state.module.css';

/** The state of something, in a word or two. */
export const State = ({ look, children }: { look: 'good' | 'due' | 'over' | 'quiet'; children: ReactNode }) => (
  <span className={`${style.state} ${style[look]}`}>{children}</span>
);
