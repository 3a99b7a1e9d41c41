import { useState } from 'react';
import { useFormats } from '../data/formats.ts';
import { typedAmount } from '../fields/views/number-views.ts';
import { DialogForm } from '../parts/dialog/dialog-form.tsx';
import { Field } from '../parts/field/field.tsx';
import { PopoverButton } from '../parts/popover/popover-button.tsx';

const usualBands = '1000000,5000000,25000000';

const mostBands = 9;

interface Props {
  /** As the address has them; undefined for the usual ones. */
  readonly bands: string | undefined;
  readonly onChange: (bands: string | undefined) => void;
}

/** The bounds of the bands of amounts, and their change. */
export function BandsButton({ bands = usualBands, onChange }: Props) {
  const { shortMoney } = useFormats();
  const shown = bands.split(',').map((bound) => shortMoney(Number(bound)));
  return (
    <PopoverButton title="Bands of amounts" label={`Bands: ${shown.join(', ')}`}>
      {(close) => <BandsForm bands={bands} onChange={onChange} onClose={close} />}
    </PopoverButton>
  );
}

interface FormProps extends Props {
  readonly bands: string;
  readonly onClose: () => void;
}

function BandsForm({ bands, onChange, onClose }: FormProps) {
  const [text, setText] = useState(() => bands.replaceAll(',', '; '));
  const [fault, setFault] = useState<string>();
  const submit = (): void => {
    const read = readBands(text);
    if ('fault' in read) {
      setFault(read.fault);
      return;
    }
    onClose();
    onChange(read.bands === usualBands ? undefined : read.bands);
  };
  return (
    <DialogForm verb="Show" onSubmit={submit} onCancel={onClose}>
      <Field
        label="Bounds"
        autoComplete="off"
        autoFocus
        data-first
        value={text}
        fault={fault}
        hint={`At most ${mostBands} amounts with semicolons between them, such as 500k; 2m; 10m.`}
        onChange={({ target }) => setText(target.value)}
      />
    </DialogForm>
  );
}

/** `500k; 2m` → `500000,2000000`, in ascending order. */
function readBands(text: string): { readonly bands: string } | { readonly fault: string } {
  const amounts: number[] = [];
  for (const part of text.split(';').filter((one) => one.trim() !== '')) {
    const read = typedAmount(part);
    if ('fault' in read || read.value === null) return { fault: 'Write amounts, such as 500k; 2m; 10m.' };
    amounts.push(read.value);
  }
  const bounds = [...new Set(amounts)].toSorted((one, other) => one - other);
  if (bounds.length === 0 || bounds.length > mostBands) return { fault: `Write 1 to ${mostBands} amounts.` };
  return { bands: bounds.join(',') };
}
