import { useSession } from '../data/session.ts';
import { ImportLink } from '../lists/import-link.tsx';
import { Button } from '../parts/button/button.tsx';
import { SampleData } from '../pursuits/sample-data.tsx';
import style from './pipeline-screen.module.css';

interface Props {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

/** The line on a board without cards. It offers to clear the filters, or to an admin the sample data. */
export function EmptyBoard({ isFiltered, onClear }: Props) {
  const { user } = useSession();
  if (isFiltered) {
    return (
      <p className={style.line}>
        No open pursuit matches these filters. <Button onClick={onClear}>Clear the filters</Button>
      </p>
    );
  }
  return (
    <div className={style.line}>
      <p>No open pursuits yet.</p>
      <ImportLink family="projects" />
      {user.role === 'admin' && <SampleData />}
    </div>
  );
}
