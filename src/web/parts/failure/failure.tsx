import { Refused, Unreachable } from '../../../client/problem.ts';
import { Conflict } from '../../data/change-queue.ts';
import { Button } from '../button/button.tsx';
import style from './failure.module.css';

interface Props {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** An error in the place that failed: the reason in words, the request's id, and another try. */
export function Failure({ error, onRetry }: Props) {
  const requestId = error instanceof Refused ? error.requestId : null;
  return (
    <div role="alert" className={style.failure}>
      <p>{reasonOf(error)}</p>
      {requestId !== null && <p className="small quiet">Request {requestId}</p>}
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/** The reason of an error, for people. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refused) return [error.message, ...error.problems.map(({ message }) => message)].join(' ');
  if (error instanceof Unreachable) return 'The service does not answer. The page has kept your input.';
  if (error instanceof Conflict) return error.message;
  return 'Something went wrong on this page.';
}
