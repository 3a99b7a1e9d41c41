import { useState } from 'react';
import style from './map.module.css';
import type { ValueChoice } from './mapping/value-choices.ts';

interface Props {
  readonly text: string;
  /** The values that the field can have; null if it can have any. */
  readonly choices: readonly ValueChoice[] | null;
  /** The choice that leaves the text as it is, in words. */
  readonly unchanged?: string;
  /** Undefined: the text has no value of its own. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const asItIs = 'as it is';
const empty = 'empty';
const typed = 'typed';

/** The value that takes the place of a text of the file. */
export function ValueField({ text, choices, unchanged = 'the same', value, onChange }: Props) {
  const [isTyped, setTyped] = useState(false);
  const all = allChoices(choices, value);
  const isText = choices === null && typeof value === 'string';
  const choose = (key: string): void => {
    setTyped(key === typed);
    onChange(key === typed ? '' : valueOf(key, all));
  };
  return (
    <label className={style.value}>
      <span dir="auto">“{text}” becomes</span>
      {isText || isTyped ? (
        <input autoComplete="off" value={isText ? value : ''} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <select value={keyOf(value, all)} onChange={({ target }) => choose(target.value)}>
          <option value={asItIs}>{unchanged}</option>
          <option value={empty}>nothing: an empty field</option>
          {all.map(({ name }, index) => (
            <option key={index} value={index}>
              {name}
            </option>
          ))}
          {choices === null && <option value={typed}>another text</option>}
        </select>
      )}
    </label>
  );
}

/** The choices, and a value that is none of them: the list may have changed. */
function allChoices(choices: readonly ValueChoice[] | null, value: unknown): readonly ValueChoice[] {
  const known = choices ?? [];
  if (typeof value !== 'string' || known.some((choice) => choice.value === value)) return known;
  return [...known, { value, name: value }];
}

function keyOf(value: unknown, all: readonly ValueChoice[]): string {
  if (value === undefined) return asItIs;
  return value === null ? empty : String(all.findIndex((choice) => choice.value === value));
}

function valueOf(key: string, all: readonly ValueChoice[]): unknown {
  if (key === asItIs) return undefined;
  return key === empty ? null : all[Number(key)]?.value;
}
