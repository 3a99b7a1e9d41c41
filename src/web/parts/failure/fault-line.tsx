import type { ReactNode } from 'react';
import style from './fault-line.module.css';

/** Says why something was refused; nothing without a reason. */
export const FaultLine = ({ children }: { readonly children: ReactNode }) =>
  children !== null &&
  children !== undefined && (
    <p role="alert" className={style.fault}>
      {children}
    </p>
  );
