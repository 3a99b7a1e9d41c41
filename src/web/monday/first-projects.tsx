import { useQuery } from '@tanstack/react-query';
import { useSession } from '../data/session.ts';
import { ImportLink } from '../lists/import-link.tsx';
import { SampleData } from '../pursuits/sample-data.tsx';
import { SampleProgress } from '../pursuits/sample-progress.tsx';
import { countQuery } from '../queries/count-query.ts';
import style from './first-projects.module.css';

/** Shows how a firm without projects gets the first ones. */
export function FirstProjects() {
  const { data: count } = useQuery(countQuery('projects', {}));
  const isAdmin = useSession().user.role === 'admin';
  return (
    <div className={style.first} data-chrome>
      {count === 0 && (
        <>
          <ImportLink family="projects" />
          {isAdmin && <SampleData />}
        </>
      )}
      <SampleProgress />
    </div>
  );
}
