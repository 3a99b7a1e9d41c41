import { useFormats } from '../../data/formats.ts';
import { typedAmount } from '../../fields/views/number-views.ts';
import { Field } from '../../parts/field/field.tsx';

interface Props {
  readonly value: string;
  /** Whether the person has tried to send it, so that a fault shows. */
  readonly isAsked: boolean;
  readonly onChange: (text: string) => void;
}

/** The final amount of a project. The reading of the text stands beneath it. */
export function AmountField({ value, isAsked, onChange }: Props) {
  const { money } = useFormats();
  const read = typedAmount(value);
  const fault = 'fault' in read ? read.fault : undefined;
  const shown = 'value' in read && read.value !== null ? money(read.value) : undefined;
  return (
    <Field
      label="Final amount"
      value={value}
      autoComplete="off"
      inputMode="decimal"
      onChange={({ target }) => onChange(target.value)}
      fault={isAsked ? fault : undefined}
      hint={shown}
    />
  );
}
