import type { KeyboardEvent, ReactNode } from 'react';
import { Labelled } from './labelled.tsx';
import type { Option } from '../picker/picker.tsx';

interface Props {
  readonly label: ReactNode;
  readonly fault: ReactNode;
  readonly options: readonly Option[];
  /** The key of the chosen option; empty without one. */
  readonly value: string;
  readonly hint?: string;
  readonly autoFocus?: boolean;
  /** Whether one is always chosen, so that there is no empty option. */
  readonly isRequired?: boolean;
  readonly onChange: (key: string) => void;
}

/** One of a few values, or none. Enter goes on to the next field. */
export const SelectField = ({ label, fault, hint, options, value, autoFocus, isRequired, onChange }: Props) => (
  <Labelled label={label} fault={fault} hint={hint}>
    {(input) => (
      <select
        {...input}
        autoFocus={autoFocus}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={goOn}
      >
        {!isRequired && <option value="">–</option>}
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

/** Enter goes on to the next field. The browser's own list opens with the space bar. */
function goOn(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  const { form } = event.currentTarget;
  if (form === null) return;
  event.preventDefault();
  const fields = [...form.elements].filter((one): one is HTMLElement => one instanceof HTMLElement);
  fields[fields.indexOf(event.currentTarget) + 1]?.focus();
}
