import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Labelled } from '../parts/field/labelled.tsx';
import { OptionList, optionId, steppedTo } from '../parts/picker/option-list.tsx';
import { useFloating } from '../parts/use-floating.ts';
import { foundBy, type NamedRecord } from '../finding/use-found.ts';
import { newRecord, useChoices } from './look-up-choices.ts';
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

/**
 * A record of a large list, found as somebody types. Tab and Enter take the highlighted record. Enter also adds a
 * missing company or contact.
 */
export function LookUpField({ label, plural, value, fault, autoFocus, onChange }: Props) {
  const [isLooking, setLooking] = useState(false);
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const typed = typeof value === 'string' ? value : null;
  const { choices, isCurrent, failure } = useChoices(plural, isLooking ? typed : null, onChange);
  const takeLater = useTakeLater(plural, typed, onChange);
  const id = useId();
  const isOpen = choices.length > 0;
  const at = Math.min(active, choices.length - 1);
  useFloating(list, input, isOpen);
  const isSought = isLooking && typed !== null;
  /** Takes the highlighted choice. Until the answer to the text is there, that is the choice of another text. */
  const take = (mayAdd: boolean): void => {
    const choice = choices[at];
    if (!isCurrent) takeLater();
    else if (choice && (mayAdd || choice.key !== newRecord)) choice.take();
  };
  /** @returns whether the key is done with. */
  const onListKey = (key: string): boolean => {
    const to = steppedTo(key, at, choices.length);
    if (to !== null) {
      setActive(to);
      list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
    } else if (key === 'Escape') setLooking(false);
    else if (key === 'Enter') take(true);
    return to !== null || key === 'Escape' || key === 'Enter';
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === 'Tab' && isSought) take(false);
    const isAwaited = event.key === 'Enter' && isSought && !isCurrent;
    if (!(isOpen || isAwaited) || !onListKey(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <Labelled label={label} fault={failure ?? fault}>
        {(attributes) => (
          <input
            {...attributes}
            ref={input}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={isOpen ? optionId(id, at) : undefined}
            autoComplete="off"
            autoFocus={autoFocus}
            value={typeof value === 'object' ? value.name : (value ?? '')}
            onKeyDown={onKeyDown}
            onFocus={() => setLooking(true)}
            onBlur={() => setLooking(false)}
            onChange={({ target }) => {
              setLooking(true);
              setActive(0);
              onChange(target.value === '' ? undefined : target.value);
            }}
          />
        )}
      </Labelled>
      <OptionList
        ref={list}
        id={id}
        label={`${plural} found`}
        lines={choices}
        active={at}
        isBusy={!isCurrent}
        isFloating
        className={style.list}
        onActive={setActive}
        onTake={(index) => choices[index]?.take()}
      />
    </>
  );
}

/** Takes the first record that the text finds once the answer is there, unless the text has changed meanwhile. */
function useTakeLater(plural: string, typed: string | null, onChange: (value: NamedRecord) => void): () => void {
  const latest = useRef({ typed, onChange });
  useEffect(() => {
    latest.current = { typed, onChange };
  });
  return () => {
    const take = ([first]: readonly NamedRecord[]): void => {
      if (first && latest.current.typed === typed) latest.current.onChange({ id: first.id, name: first.name });
    };
    // Without an answer, the text stays, and the form says that it names no record.
    void foundBy(plural, typed ?? '').then(take, () => undefined);
  };
}
