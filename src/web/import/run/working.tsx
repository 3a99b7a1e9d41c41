import { useFormats } from '../../data/formats.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { actOnImport, type Import } from '../import.ts';
import style from './run.module.css';
import { useAction } from './use-action.ts';

interface Props {
  readonly item: Import;
  readonly label: string;
  /** The text below the progress: the state of the records during the work and after a cancellation. */
  readonly children: string;
}

/** How far the service is, and what stops it. The page can be left meanwhile. */
export function Working({ item, label, children }: Props) {
  const { count } = useFormats();
  const { isBusy, error, run } = useAction();
  const { done, total } = item.progress;
  const canStop = item.status !== 'undoing';
  return (
    <div className={style.working}>
      <progress
        className={style.progress}
        aria-label={label}
        {...(total === null ? {} : { value: Math.min(done, total), max: Math.max(1, total) })}
      />
      <p role="status">{total === null ? 'The service reads the file.' : `${count(done)} of ${count(total)} rows`}</p>
      <p className="quiet">{children}</p>
      {error !== null && <Failure error={error} />}
      {canStop && (
        <Button disabled={isBusy} onClick={() => void run(() => actOnImport(item.id, 'cancel'))}>
          Cancel
        </Button>
      )}
    </div>
  );
}
