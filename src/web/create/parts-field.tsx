import type { ReactNode } from 'react';
import { labelOf } from '../fields/labels.ts';
import { Field } from '../parts/field/field.tsx';
import style from './create.module.css';

type Parts = Readonly<Record<string, string>>;

interface Props {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: Parts;
  readonly fault: ReactNode;
  readonly onChange: (value: Parts) => void;
}

/** A value of several parts, such as an address. */
export const PartsField = ({ label, names, value, fault, onChange }: Props) => (
  <fieldset className={style.parts}>
    <legend className="label">{label}</legend>
    {fault !== undefined && <p className={style.fault}>{fault}</p>}
    {names.map((part) => (
      <Field
        key={part}
        label={labelOf(part)}
        value={value[part] ?? ''}
        onChange={({ target }) => onChange({ ...value, [part]: target.value })}
      />
    ))}
  </fieldset>
);
