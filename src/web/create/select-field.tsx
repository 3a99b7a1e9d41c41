import type { ReactNode } from 'react';
import { Labelled } from '../parts/field/labelled.tsx';
import type { Option } from '../parts/picker/picker.tsx';

interface Props {
  readonly label: ReactNode;
  readonly fault: ReactNode;
  readonly options: readonly Option[];
  /** The key of the chosen option; empty without one. */
  readonly value: string;
  readonly autoFocus: boolean;
  readonly onChange: (key: string) => void;
}

/** One of a few values, or none. */
export const SelectField = ({ label, fault, options, value, autoFocus, onChange }: Props) => (
  <Labelled label={label} fault={fault}>
    {(input) => (
      <select {...input} autoFocus={autoFocus} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">–</option>
        {options
          .filter(({ key }) => key !== '')
          .map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
      </select>
    )}
  </Labelled>
);
