import { Button } from '../../parts/button/button.tsx';
import { X } from '../../parts/icons/icons.tsx';
import { AddText } from './add-text.tsx';
import style from './map.module.css';

interface Props {
  readonly words: readonly string[];
  readonly onChange: (words: readonly string[]) => void;
}

/** The texts of a column that count as blank. */
export const BlankWords = ({ words, onChange }: Props) => (
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
    <AddText label="Another text that is blank" onAdd={(text) => onChange([...new Set([...words, text])])} />
  </div>
);
