import { PopoverButton } from '../../parts/popover/popover-button.tsx';
import { PastDayChoice } from './past-day-choice.tsx';
import { useAsOfWords } from './use-as-of-words.ts';

interface Props {
  /** As the address has it; undefined for now. */
  readonly asOf: string | undefined;
  readonly onChange: (asOf: string | undefined) => void;
}

/** The day at whose end the projects are shown, and its change. */
export function AsOfButton({ asOf, onChange }: Props) {
  const words = useAsOfWords();
  return (
    <PopoverButton title="As of" label={`As of ${asOf === undefined ? 'now' : words(asOf)}`}>
      {(close) => <PastDayChoice label="As of" usual="Now" onChange={onChange} onClose={close} />}
    </PopoverButton>
  );
}
