import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../parts/button/button.tsx';
import style from './map.module.css';
import { TextInput } from './text-input.tsx';

interface Props {
  readonly words: readonly string[];
  readonly onChange: (words: readonly string[]) => void;
}

/** The texts of a column that count as blank. */
export function BlankWords({ words, onChange }: Props) {
  const [text, setText] = useState('');
  const add = (): void => {
    const added = text.trim();
    if (added !== '' && !words.includes(added)) onChange([...words, added]);
    setText('');
  };
  return (
    <div className={style.patterns}>
      <p className="quiet">Cells with one of these texts are read as blank:</p>
      <ul className={style.words} aria-label="Texts that are blank">
        {words.map((word, index) => (
          <li key={word} className={style.word}>
            <span dir="auto">{word}</span>
            {words.length > 1 && (
              <Button
                look="bare"
                aria-label={`Do not read ${word} as blank`}
                onClick={() => onChange(words.toSpliced(index, 1))}
              >
                <X aria-hidden />
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className={style.stepLine}>
        <TextInput label="Another text that is blank" text={text} onText={setText} />
        <Button disabled={text.trim() === ''} onClick={add}>
          Add
        </Button>
      </div>
    </div>
  );
}
