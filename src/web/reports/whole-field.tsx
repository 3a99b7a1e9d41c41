import { Field } from '../parts/field/field.tsx';

interface Bounds {
  readonly least: number;
  readonly most: number;
}

interface Props extends Bounds {
  readonly label: string;
  readonly value: string;
  /** Whether the person has tried to send it, so that a fault shows. */
  readonly isAsked: boolean;
  readonly autoFocus?: boolean;
  readonly onChange: (text: string) => void;
}

/** A typed whole number. */
export const WholeField = ({ label, value, least, most, isAsked, autoFocus, onChange }: Props) => (
  <Field
    label={label}
    inputMode="numeric"
    autoComplete="off"
    autoFocus={autoFocus}
    data-first={autoFocus}
    value={value}
    fault={
      isAsked && readWhole(value, { least, most }) === null ? `Write a number from ${least} to ${most}.` : undefined
    }
    onChange={({ target }) => onChange(target.value)}
  />
);

/** The number as the service takes it; null if the text is none between the bounds. */
export function readWhole(text: string, { least, most }: Bounds): string | null {
  const value = /^\s*\d+\s*$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? String(value) : null;
}
