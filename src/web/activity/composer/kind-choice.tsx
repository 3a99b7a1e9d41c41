import { type KeyboardEvent, useRef } from 'react';
import { choiceName } from '../../../resources/labels.ts';
import { Button } from '../../parts/button/button.tsx';
import { steppedTo } from '../../parts/picker/option-list.tsx';
import style from './composer.module.css';
import type { ComposedKind } from './composed-entry.ts';

interface Props {
  readonly kinds: readonly ComposedKind[];
  readonly value: ComposedKind;
  readonly isDisabled: boolean;
  readonly onChange: (kind: ComposedKind) => void;
}

/** Letters that follow each other within this time are one word. */
const wordMs = 1000;

/** The kind of an entry, all in sight. A press, the arrows or the first letters choose one (WAI-ARIA radio group). */
export function KindChoice({ kinds, value, isDisabled, onChange }: Props) {
  const group = useRef<HTMLDivElement>(null);
  const typed = useRef({ word: '', at: 0 });
  const choose = (kind: ComposedKind | undefined): void => {
    if (kind === undefined || isDisabled) return;
    onChange(kind);
    group.current?.querySelector<HTMLElement>(`[data-kind="${kind}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event;
    if (ctrlKey || metaKey || altKey) return;
    const to = steppedTo(arrows[key] ?? key, kinds.indexOf(value), kinds.length);
    if (to !== null) choose(kinds[to]);
    else if (/^\p{L}$/u.test(key)) {
      const word = (timeStamp - typed.current.at < wordMs ? typed.current.word : '') + key.toLowerCase();
      typed.current = { word, at: timeStamp };
      choose(kinds.find((kind) => choiceName(kind).toLowerCase().startsWith(word)));
    } else return;
    event.preventDefault();
  };
  return (
    <div ref={group} role="radiogroup" aria-label="Kind" className={style.kinds} onKeyDown={onKeyDown}>
      {kinds.map((kind) => (
        <Button
          key={kind}
          className={style.kind}
          role="radio"
          aria-checked={kind === value}
          aria-disabled={isDisabled}
          tabIndex={kind === value ? 0 : -1}
          data-kind={kind}
          onClick={() => choose(kind)}
        >
          {choiceName(kind)}
        </Button>
      ))}
    </div>
  );
}

const arrows: Readonly<Record<string, string>> = { ArrowRight: 'ArrowDown', ArrowLeft: 'ArrowUp' };
