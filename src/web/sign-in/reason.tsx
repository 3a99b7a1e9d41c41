import type { ReactNode } from 'react';
import style from './sign-in.module.css';

/** Says why a form was not accepted. */
export const Reason = ({ children }: { readonly children: ReactNode }) =>
  children !== null && (
    <p role="alert" className={style.reason}>
      {children}
    </p>
  );
