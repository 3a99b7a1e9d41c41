import { Link } from '@tanstack/react-router';
import style from '../record/record-failure.module.css';
import { useTitle } from '../parts/use-title.ts';

/** The place of a screen whose address is wrong. */
export function NotHere() {
  useTitle('Not here');
  return (
    <div className={style.gone}>
      <h1>Not here</h1>
      <p>No screen has this address. It may be mistyped, or the link is old.</p>
      <Link to="/" className="link">
        Go to your first screen
      </Link>
    </div>
  );
}
