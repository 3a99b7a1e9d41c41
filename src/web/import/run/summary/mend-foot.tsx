import { useFormats } from '../../../data/formats.ts';
import { Button } from '../../../parts/button/button.tsx';
import { Failure } from '../../../parts/failure/failure.tsx';
import style from './summary.module.css';
import type { MendingState } from './use-mending.ts';

/** Applies the chosen values to the mapping, and checks the file again. */
export function MendFoot({ mending: { count: chosen, error, isBusy, apply } }: { readonly mending: MendingState }) {
  const { count } = useFormats();
  if (chosen === 0) return null;
  return (
    <>
      {error !== null && <Failure error={error} />}
      <div className={style.foot}>
        <Button look="filled" disabled={isBusy} onClick={() => void apply()}>
          {chosen === 1 ? 'Replace 1 value and check again' : `Replace ${count(chosen)} values and check again`}
        </Button>
      </div>
    </>
  );
}
