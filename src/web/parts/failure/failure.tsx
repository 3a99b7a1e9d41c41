import { Refused, Unreachable } from '../../../client/problem.ts';
import { Conflict } from '../../data/conflict.ts';
import { Button } from '../button/button.tsx';
import { refusalWords } from './refusal-words.ts';
import style from './failure.module.css';

interface Props {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** An error in the place that failed: the reason in words, and another try. */
export function Failure({ error, onRetry }: Props) {
  return (
    <div role="alert" className={style.failure}>
      <p>{reasonOf(error)}</p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/** The reason of an error, for people. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refused) return refusalWords(error.problem);
  if (error instanceof Unreachable) return 'The service does not answer. The page has kept your input.';
  if (error instanceof Conflict) return error.message;
  return 'Something went wrong on this page.';
}
