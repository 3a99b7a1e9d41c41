import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { queryClient } from '../../data/query-client.ts';
import { Failure } from '../../parts/failure/failure.tsx';
import style from './lines.module.css';

/** Takes the place of what could not be shown. The frame around it stays. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = async (): Promise<void> => {
    // The queries and the router load again what has failed; without it, the same error would be shown at once.
    await queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' });
    await router.invalidate();
    reset();
  };
  return (
    <div className={style.failure}>
      <Failure error={error} onRetry={() => void again()} />
    </div>
  );
}
