import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import style from './create.module.css';
import type { FormFault } from './form-values.ts';

/** The faults of a field in words, with the way to the record that has its value already; undefined without any. */
export function faultAt(faults: readonly FormFault[], path: string, plural: string): ReactNode {
  const own = faults.filter((fault) => fault.path === path);
  if (own.length === 0) return undefined;
  const existing = own.find(({ existingId }) => existingId !== undefined)?.existingId;
  return (
    <>
      {own.map(({ message }) => message).join(' ')}{' '}
      {existing !== undefined && (
        <Link to={`/${plural}/${existing}` as never} className={style.link} target="_blank">
          Open the other one
        </Link>
      )}
    </>
  );
}
