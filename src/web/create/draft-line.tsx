import { useFormats } from '../data/formats.ts';
import { Button } from '../parts/button/button.tsx';
import style from './create.module.css';

/** Says that a form holds what somebody typed earlier, and offers to begin anew. */
export function DraftLine({ at, onDiscard }: { readonly at: string; readonly onDiscard: () => void }) {
  const { time } = useFormats();
  return (
    <p role="status" className={style.draft}>
      Draft of {time(at)} restored.
      <Button look="bare" onClick={onDiscard}>
        Discard
      </Button>
    </p>
  );
}
