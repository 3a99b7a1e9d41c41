import type { ReactNode, Ref } from 'react';
import form from '../parts/field/form.module.css';

interface Props {
  readonly ref: Ref<HTMLFormElement>;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

/** A form of the fields of a record. Ctrl Enter submits it from every field, also from one of several lines. */
export const SubmitForm = ({ ref, onSubmit, children }: Props) => (
  <form
    ref={ref}
    className={form.form}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      void onSubmit();
    }}
    onKeyDown={(event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void onSubmit();
    }}
  >
    {children}
  </form>
);
