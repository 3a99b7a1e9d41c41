import { Link } from '@tanstack/react-router';
import type { Import } from '../import.ts';
import { CountsView } from './counts-view.tsx';
import style from './run.module.css';

/** An import that has not run and whose file is deleted: the counts of its dry run, and the way to a new upload. */
export const WithoutFile = ({ item }: { readonly item: Import }) => (
  <>
    <p role="status">
      The file of this import and its rows are deleted, so it can no longer be run. To import the records, upload the
      file again.
    </p>
    {item.dry_run && (
      <>
        <p className="quiet">The dry run counted these rows, and wrote nothing.</p>
        <CountsView counts={item.dry_run} shown={null} onShow={null} />
      </>
    )}
    <p>
      <Link to="/import" search={{ as: item.as } as never} className={style.link}>
        Upload the file again
      </Link>
    </p>
  </>
);
