import type { Search } from '../lists/address.ts';
import { Button } from '../parts/button/button.tsx';
import { parameterFaults } from '../lists/filters/parameter-faults.ts';
import { Failure } from '../parts/failure/failure.tsx';
import type { Loading } from '../pursuits/cards/part.ts';
import style from './calendar-screen.module.css';

interface Props {
  readonly loading: Loading;
  readonly search: Search;
  readonly onRetry: () => void;
  readonly onClear: () => void;
}

/** Why the bids are not all there. */
export function Notice({ loading, search, onRetry, onClear }: Props) {
  if (loading.kind === 'too_many') {
    return (
      <p className={style.line} role="status">
        The calendar shows the first 10,000 bids of these weeks. Filter it to see the others.
      </p>
    );
  }
  if (loading.kind !== 'failed') return null;
  // The filters themselves say what is wrong with them.
  const isMarked = parameterFaults(loading.error).some(({ parameter = '' }) => parameter in search);
  return (
    <div className={style.line}>
      {isMarked ? (
        <>
          <p role="alert">The service refuses what is marked. Change it or take it away to see the bids.</p>
          <Button onClick={onClear}>Clear the filters</Button>
        </>
      ) : (
        <Failure error={loading.error} onRetry={onRetry} />
      )}
    </div>
  );
}
