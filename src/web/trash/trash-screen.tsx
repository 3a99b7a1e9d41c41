import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { projects } from '../../resources/projects.ts';
import { useSession } from '../data/session.ts';
import type { Search } from '../lists/address.ts';
import { FamilyTabs } from './family-tabs.tsx';
import { trashedFamilies } from './trash-families.ts';
import { TrashList } from './trash-list.tsx';
import style from './trash.module.css';

/** The deleted records of the firm, kind by kind. */
export function TrashScreen() {
  const { of = 'projects' } = useSearch({ strict: false }) as unknown as Search;
  const { role } = useSession().user;
  const { records, lists } = trashedFamilies(role === 'admin');
  const known = [...records, ...lists].find(({ plural }) => plural === of);
  const resource = known ?? projects;
  useEffect(() => {
    document.title = 'Trash · Plumbline';
  }, []);
  return (
    <div className={style.screen}>
      <header className={style.head}>
        <h1 tabIndex={-1}>Trash</h1>
        <p className={style.about}>Deleted records stay here. Restored ones have their fields and history again.</p>
      </header>
      <FamilyTabs current={resource} />
      <TrashList key={resource.plural} resource={resource} canRestore={role !== 'viewer'} />
    </div>
  );
}
