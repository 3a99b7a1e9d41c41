import { useState } from 'react';
import type { OtherValues, Transform } from '../../../resources/transfer/mapping.ts';
import { useDirectory } from '../../data/directory.ts';
import { Button } from '../../parts/button/button.tsx';
import { Choice } from '../../parts/field/choice.tsx';
import type { FileColumn } from '../import.ts';
import type { Editing } from './mapping/editing.ts';
import { useKnownValues } from './mapping/known-values.ts';
import style from './map.module.css';
import { TextInput } from './text-input.tsx';
import { valueChoices } from './mapping/value-choices.ts';
import { ValueField } from './value-field.tsx';

type Values = Extract<Transform, { readonly map: object }>['map'];

interface Props {
  readonly editing: Editing;
  readonly column: FileColumn;
  readonly to: string;
  readonly map: Values;
  readonly onChange: (map: Values) => void;
}

const others: readonly (readonly [OtherValues, string])[] = [
  ['keep', 'stay as they are'],
  ['empty', 'become empty'],
  ['reject', 'reject the row'],
];

/** The values of a column, each with the one that takes its place. */
export function ValueMap({ editing, column, to, map, onChange }: Props) {
  const { values, other = 'keep' } = map;
  const directory = useDirectory();
  const choices = valueChoices(editing, to, directory);
  const found = useKnownValues(editing.item, column);
  const known = inOrder(Object.keys(values), found);
  const become = (text: string, value: unknown): void => {
    const { [text]: _, ...rest } = values;
    onChange({ ...map, values: value === undefined ? rest : { ...values, [text]: value } });
  };
  return (
    <div className={style.values}>
      <ul aria-label={`Values of ${column.name} to replace`}>
        {known.map((text) => (
          <li key={text}>
            <ValueField {...{ text, choices }} value={values[text]} onChange={(value) => become(text, value)} />
          </li>
        ))}
      </ul>
      <NewValue onAdd={(text) => become(text, null)} />
      <Choice
        name="All other values"
        className={style.choice}
        value={other}
        options={others}
        onChange={(next) => onChange({ ...map, other: next as OtherValues })}
      />
    </div>
  );
}

/** The values that the file has come first. They are compared without regard to case. */
function inOrder(given: readonly string[], found: readonly string[]): readonly string[] {
  const keys = new Map(given.map((key) => [key.toLowerCase(), key]));
  return [...new Set([...found.map((text) => keys.get(text.toLowerCase()) ?? text), ...given])];
}

/** Adds a value that the page has not seen in the file. */
function NewValue({ onAdd }: { readonly onAdd: (text: string) => void }) {
  const [text, setText] = useState('');
  const add = (): void => {
    if (text.trim() !== '') onAdd(text.trim());
    setText('');
  };
  return (
    <div className={style.stepLine}>
      <TextInput label="Another value of the file" text={text} onText={setText} />
      <Button disabled={text.trim() === ''} onClick={add}>
        Add
      </Button>
    </div>
  );
}
