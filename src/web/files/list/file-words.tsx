import type { ReactNode } from 'react';
import style from './file-words.module.css';

interface Props {
  readonly name: string;
  /** What is said below the name. */
  readonly about: ReactNode;
  /** Follows both. */
  readonly children?: ReactNode;
}

/** The name of a file and what is said about it, a line each. Ends each that is too long with dots. */
export const FileWords = ({ name, about, children }: Props) => (
  <span className={style.words}>
    <bdi className={style.name}>{name}</bdi>
    <span className={style.about}>{about}</span>
    {children}
  </span>
);
