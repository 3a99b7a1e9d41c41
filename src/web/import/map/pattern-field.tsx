import { useId } from 'react';
import { datePatterns, timePatterns } from '../../../resources/transfer/words/value-words.ts';
import { TextInput } from './text-input.tsx';

interface Props {
  readonly pattern: string;
  readonly onChange: (pattern: string) => void;
}

const usual = [
  ...datePatterns,
  ...datePatterns.slice(0, 2).flatMap((date) => timePatterns.map((time) => `${date} ${time}`)),
];

/** The pattern of a date, with the usual ones to choose from. */
export function PatternField({ pattern, onChange }: Props) {
  const id = useId();
  return (
    <>
      <TextInput label="Date pattern" list={id} spellCheck={false} text={pattern} onText={onChange} />
      <p className="small quiet">Such as MM/dd/yyyy, d MMM yyyy or M/d/yy h:mm a</p>
      <datalist id={id}>
        {usual.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}
