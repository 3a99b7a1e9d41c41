import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Labelled } from '../parts/field/labelled.tsx';
import { OptionList, optionId, steppedTo } from '../parts/picker/option-list.tsx';
import { useFloating } from '../parts/use-floating.ts';
import { type LookUpChoice, newRecord } from './look-up-choices.ts';
import style from './look-up-field.module.css';

interface Props {
  readonly label: ReactNode;
  /** The name of the list, for screen readers. */
  readonly listName: string;
  readonly text: string;
  /** Whether the text stands for no record yet, so that the choices are those of the text. */
  readonly isSought: boolean;
  readonly choices: readonly LookUpChoice[];
  /** Whether the choices are those of the text; else they are still read. */
  readonly isCurrent: boolean;
  readonly fault: ReactNode;
  readonly placeholder?: string;
  readonly readOnly?: boolean;
  readonly autoFocus?: boolean | undefined;
  readonly onType: (text: string) => void;
  /** Called when the field begins or ends to look for the text. */
  readonly onLook: (isLooking: boolean) => void;
  /** Takes the first choice of the text once it is there. */
  readonly onTakeLater: () => void;
}

/**
 * A text for which a list offers records (WAI-ARIA combobox). Tab and Enter take the highlighted one. Enter also adds a
 * missing record.
 */
export function ComboField(props: Props) {
  const { label, listName, text, isSought, choices, isCurrent, fault, onType, onLook, onTakeLater, ...rest } = props;
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const isOpen = choices.length > 0;
  const at = Math.min(active, choices.length - 1);
  useFloating(list, input, isOpen);
  /** Takes the highlighted choice. Until the answer to the text is there, that is the choice of another text. */
  const take = (mayAdd: boolean): void => {
    const choice = choices[at];
    if (!isCurrent) onTakeLater();
    else if (choice && (mayAdd || choice.key !== newRecord)) choice.take();
  };
  /** @returns whether the key is done with. */
  const onListKey = (key: string): boolean => {
    const to = steppedTo(key, at, choices.length);
    if (to !== null) {
      setActive(to);
      list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
    } else if (key === 'Escape') onLook(false);
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
      <Labelled label={label} fault={fault}>
        {(attributes) => (
          <input
            {...attributes}
            {...rest}
            ref={input}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={isOpen ? optionId(id, at) : undefined}
            autoComplete="off"
            value={text}
            onKeyDown={onKeyDown}
            onFocus={() => onLook(true)}
            onBlur={() => onLook(false)}
            onChange={({ target }) => {
              onLook(true);
              setActive(0);
              onType(target.value);
            }}
          />
        )}
      </Labelled>
      <OptionList
        ref={list}
        id={id}
        label={listName}
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
