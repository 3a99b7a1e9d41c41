import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Labelled } from '../parts/field/labelled.tsx';
import { OptionList, optionId, steppedTo } from '../parts/picker/option-list.tsx';
import type { NamedRecord } from '../finding/use-found.ts';
import { useChoices } from './look-up-choices.ts';
import style from './look-up-field.module.css';

interface Props {
  readonly label: ReactNode;
  readonly plural: string;
  /** The record; a text for which nobody has picked a record. */
  readonly value: NamedRecord | string | undefined;
  readonly fault: ReactNode;
  readonly autoFocus?: boolean;
  readonly onChange: (value: NamedRecord | string | undefined) => void;
}

/** A record of a large list, found as somebody types. A missing company or contact can be made here. */
export function LookUpField({ label, plural, value, fault, autoFocus, onChange }: Props) {
  const [isFocused, setFocused] = useState(false);
  const [active, setActive] = useState(0);
  const typed = typeof value === 'string' ? value : null;
  const { choices, isCurrent, failure } = useChoices(plural, isFocused ? typed : null, onChange);
  const id = useId();
  const isOpen = choices.length > 0;
  const at = Math.min(active, choices.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOpen || event.ctrlKey || event.metaKey) return;
    const to = steppedTo(event.key, at, choices.length);
    if (to !== null) setActive(to);
    else if (event.key === 'Escape') setFocused(false);
    // Until the answer to the text is there, the first choice is that of another text.
    else if (event.key === 'Enter' && isCurrent) choices[at]?.take();
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={style.field}>
      <Labelled label={label} fault={failure ?? fault}>
        {(input) => (
          <input
            {...input}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={isOpen ? optionId(id, at) : undefined}
            autoComplete="off"
            autoFocus={autoFocus}
            value={typeof value === 'object' ? value.name : (value ?? '')}
            onKeyDown={onKeyDown}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onChange={({ target }) => {
              setFocused(true);
              setActive(0);
              onChange(target.value === '' ? undefined : target.value);
            }}
          />
        )}
      </Labelled>
      <OptionList
        id={id}
        label={`${plural} found`}
        lines={choices.map(({ key, text }) => ({ key, name: text }))}
        active={at}
        isBusy={!isCurrent}
        className={style.list}
        onActive={setActive}
        onTake={(index) => choices[index]?.take()}
      />
    </div>
  );
}
