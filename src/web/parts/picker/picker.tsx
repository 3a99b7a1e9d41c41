import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { nearest } from './nearest.ts';
import { OptionList, optionId, steppedTo } from './option-list.tsx';
import style from './picker.module.css';

/** One of the values to pick from. */
export interface Option {
  readonly key: string;
  readonly name: string;
  /** A short remark at its end. */
  readonly note?: ReactNode;
  /** The current value. */
  readonly isCurrent?: boolean;
  /** The heading of the options that belong together. */
  readonly group?: string;
}

interface Props {
  /** The name of the field for screen readers: `Stage`. */
  readonly label: string;
  readonly options: readonly Option[];
  /** The text that it begins with. */
  readonly begin?: string | null | undefined;
  readonly onPick: (key: string) => void;
  /** Called with the typed text, if the owner looks the options up; otherwise the picker narrows them itself. */
  readonly onType?: (text: string) => void;
  /** Whether the options are those of the typed text. Until then, Enter waits. */
  readonly isCurrent?: boolean;
}

/** A list with a text field that narrows it: typing, arrows and Enter pick a value (WAI-ARIA combobox). */
export function Picker({ label, options, begin, onPick, onType, isCurrent: isReady = true }: Props) {
  const [text, setText] = useState(begin ?? '');
  const shown = onType ? options : nearest(options, text);
  const [active, setActive] = useState(() => Math.max(0, begin ? 0 : options.findIndex(({ isCurrent }) => !isCurrent)));
  const id = useId();
  // The keyboard of a phone would cover the options.
  const isTyped = !window.matchMedia('(pointer: coarse)').matches;
  const at = Math.min(active, shown.length - 1);
  const isAwaited = useRef(false);
  useEffect(() => {
    if (!isAwaited.current || !isReady) return;
    isAwaited.current = false;
    const option = shown[at];
    if (option) onPick(option.key);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !isReady) isAwaited.current = true;
    if (shown.length === 0) return;
    const to = steppedTo(event.key, at, shown.length);
    if (to !== null) {
      setActive(to);
      document.getElementById(optionId(id, to))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key !== 'Enter') return;
    else if (isReady) onPick(shown[at]?.key ?? '');
    event.preventDefault();
  };
  return (
    <div className={style.picker} onKeyDown={onKeyDown}>
      <input
        className={style.input}
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={shown.length > 0 ? optionId(id, at) : undefined}
        autoComplete="off"
        autoFocus={isTyped}
        data-first={isTyped || undefined}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setActive(0);
          isAwaited.current = false;
          onType?.(target.value);
        }}
      />
      <OptionList
        id={id}
        label={label}
        lines={shown.map(({ key, name, note, group, isCurrent }) => ({
          key,
          name,
          group,
          note: isCurrent ? 'now' : note,
        }))}
        active={at}
        onActive={setActive}
        onTake={(index) => onPick(shown[index]?.key ?? '')}
      />
      {shown.length === 0 && isReady && <p className={style.none}>Nothing is called “{text}”.</p>}
    </div>
  );
}
