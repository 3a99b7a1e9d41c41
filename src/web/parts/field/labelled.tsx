import { type ReactNode, useId } from 'react';
import style from './field.module.css';

/** The attributes that an input takes from its label. */
export interface InputProps {
  readonly id: string;
  readonly className: string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface Props {
  readonly label: ReactNode;
  /** The fault of the value, in the service's words. */
  readonly fault?: ReactNode;
  readonly hint?: string | undefined;
  readonly children: (input: InputProps) => ReactNode;
}

/** An input with its label above, and its fault and a hint below. */
export function Labelled({ label, fault, hint, children }: Props) {
  const id = useId();
  const described = [fault !== undefined && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={style.field}>
      <label htmlFor={id} className="label">
        {label}
      </label>
      {children({
        id,
        className: style.input,
        'aria-invalid': fault !== undefined,
        'aria-describedby': described === '' ? undefined : described,
      })}
      {fault !== undefined && (
        <p id={`${id}-fault`} className={style.fault}>
          {fault}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="small quiet">
          {hint}
        </p>
      )}
    </div>
  );
}
