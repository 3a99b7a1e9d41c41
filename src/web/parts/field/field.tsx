import type { InputHTMLAttributes, ReactNode } from 'react';
import { Labelled } from './labelled.tsx';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  readonly label: ReactNode;
  /** The fault of the value, in the service's words. */
  readonly fault?: ReactNode;
  readonly hint?: string | undefined;
};

/** A text field with its label above and its fault below. */
export const Field = ({ label, fault, hint, ...input }: Props) => (
  <Labelled label={label} fault={fault} hint={hint}>
    {(labelled) => <input {...labelled} {...input} />}
  </Labelled>
);
