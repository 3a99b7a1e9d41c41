import { useState } from 'react';
import { Button } from '../../parts/button/button.tsx';
import { Picker } from '../../parts/picker/picker.tsx';
import { Popover } from '../../parts/popover/popover.tsx';
import { useRecordKeys } from '../../record/page/place.ts';
import { type EntryType, entryTypes } from './entry.ts';
import style from './timeline.module.css';

interface Props {
  /** Null for all types. */
  readonly value: EntryType | null;
  readonly onChange: (type: EntryType | null) => void;
}

/** Chooses the type of the entries by a press on its chip, or by `F` and the first letters. */
export function TypeFilter({ value, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  useRecordKeys({ f: { does: 'Show one type of entries', act: () => setOpen(true) } });
  const options = [[null, 'All'] as const, ...entryTypes];
  const pick = (name: string): void => {
    setOpen(false);
    onChange(options.find(([, one]) => one === name)?.[0] ?? null);
  };
  return (
    <div role="group" aria-label="Show" className={style.chips} data-chrome>
      {options.map(([type, name]) => (
        <Button key={name} className={style.chip} aria-pressed={type === value} onClick={() => onChange(type)}>
          {name}
        </Button>
      ))}
      {isOpen && (
        <Popover title="Show" onClose={() => setOpen(false)}>
          <Picker
            label="Type"
            options={options.map(([type, name]) => ({ key: name, name, isCurrent: type === value }))}
            onPick={pick}
          />
        </Popover>
      )}
    </div>
  );
}
