import { useState } from 'react';
import { Button } from '../../parts/button/button.tsx';
import style from './map.module.css';
import { TextInput } from './text-input.tsx';

interface Props {
  readonly label: string;
  readonly onAdd: (text: string) => void;
}

/** Adds a text to some others. */
export function AddText({ label, onAdd }: Props) {
  const [text, setText] = useState('');
  const add = (): void => {
    onAdd(text.trim());
    setText('');
  };
  return (
    <div className={style.stepLine}>
      <TextInput label={label} text={text} onText={setText} />
      <Button disabled={text.trim() === ''} onClick={add}>
        Add
      </Button>
    </div>
  );
}
