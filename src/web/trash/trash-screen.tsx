import { projects } from '../../resources/projects.ts';
import { useSession } from '../data/session.ts';
import { FamilyTabs } from './family-tabs.tsx';
import { trashedFamilies } from './trash-families.ts';
import { TrashList } from './trash-list.tsx';
import { useTitle } from '../parts/use-title.ts';
import style from './trash.module.css';
import { useAddressSearch } from '../queries/use-address.ts';

/** The deleted records of the firm, kind by kind. */
export function TrashScreen() {
  const { of = 'projects' } = useAddressSearch();
  const { role } = useSession().user;
  const { records, lists } = trashedFamilies(role === 'admin');
  const known = [...records, ...lists].find(({ plural }) => plural === of);
  const resource = known ?? projects;
  useTitle('Trash');
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
