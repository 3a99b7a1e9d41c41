import { type ReactNode, useState } from 'react';
import type { NamedRecord } from '../finding/use-found.ts';
import { LookUpField } from './look-up-field.tsx';
import { RecordChips } from './record-chips.tsx';

interface Props {
  readonly label: ReactNode;
  readonly plural: string;
  readonly value: readonly NamedRecord[];
  readonly fault: ReactNode;
  readonly autoFocus?: boolean;
  readonly onChange: (value: readonly NamedRecord[]) => void;
}

/** Several records of a large list, each found as somebody types. A press takes one away. */
export function SeveralLookUpField({ label, plural, value, fault, autoFocus = false, onChange }: Props) {
  const [typed, setTyped] = useState<string>();
  const take = (found: NamedRecord | string | undefined): void => {
    const isFound = typeof found === 'object';
    setTyped(isFound ? undefined : found);
    if (isFound && value.every((one) => one.id !== found.id)) onChange([...value, { id: found.id, name: found.name }]);
  };
  return (
    <>
      <LookUpField label={label} plural={plural} value={typed} fault={fault} autoFocus={autoFocus} onChange={take} />
      <RecordChips records={value} onRemove={(at) => onChange(value.filter((_, index) => index !== at))} />
    </>
  );
}
