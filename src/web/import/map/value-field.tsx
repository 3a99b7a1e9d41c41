import { useState } from 'react';
import { Choice } from '../../parts/field/choice.tsx';
import style from './map.module.css';
import { TextInput } from './text-input.tsx';
import type { ValueChoice } from './value-choices.ts';

interface Props {
  readonly text: string;
  /** The values that the field can have; null if it can have any. */
  readonly choices: readonly ValueChoice[] | null;
  /** Undefined: the text has no value of its own. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const asItIs = 'as it is';
const empty = 'empty';
const typed = 'typed';

/** The value that takes the place of a text of the file. */
export function ValueField({ text, choices, value, onChange }: Props) {
  const [isTyped, setTyped] = useState(false);
  const label = `“${text}” becomes`;
  const all = allChoices(choices, value);
  const isText = choices === null && typeof value === 'string';
  if (isText || isTyped) return <TextInput label={label} text={isText ? value : ''} onText={onChange} />;
  const choose = (key: string): void => {
    setTyped(key === typed);
    onChange(key === typed ? '' : valueOf(key, all));
  };
  return (
    <Choice
      name={label}
      className={style.choice}
      value={keyOf(value, all)}
      options={[
        [asItIs, 'No value of its own'],
        [empty, 'Nothing'],
        ...all.map(({ name }, index): [string, string] => [String(index), name]),
        ...(choices === null ? [[typed, 'Another text'] as const] : []),
      ]}
      onChange={choose}
    />
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
