import { useQueries } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Resource } from '../../resources/resource.ts';
import { useFormats } from '../data/formats.ts';
import { useSession } from '../data/session.ts';
import { countQuery } from '../queries/count-query.ts';
import tab from '../parts/tab-links.module.css';
import { familyName, trashedFamilies } from './trash-families.ts';
import { deletedOnly } from './trash-query.ts';
import style from './trash.module.css';

/** The kinds of records, each with the number of deleted ones. The lists of the settings are a choice beside them. */
export function FamilyTabs({ current }: { readonly current: Resource }) {
  const { count } = useFormats();
  const navigate = useNavigate();
  const { records, lists } = trashedFamilies(useSession().user.role === 'admin');
  const counts = useQueries({ queries: records.map(({ plural }) => countQuery(plural, deletedOnly)) });
  return (
    <div className={style.families}>
      <nav aria-label="Kinds of records" className={style.tabs}>
        {records.map((resource, index) => (
          <Link
            key={resource.plural}
            to="/trash"
            search={{ of: resource.plural } as never}
            className={tab.link}
            aria-current={resource === current ? 'page' : undefined}
          >
            {familyName(resource)} <span className={tab.count}>{numberOf(counts[index]?.data, count)}</span>
          </Link>
        ))}
      </nav>
      {lists.length > 0 && (
        <div className={style.lists}>
          <span className="label">Settings</span>
          <select
            aria-label="Lists of the settings"
            value={lists.includes(current) ? current.plural : ''}
            onChange={({ target }) =>
              void navigate({ to: '/trash', search: { of: target.value || 'projects' } as never })
            }
          >
            <option value="">Choose a list</option>
            {lists.map((resource) => (
              <option key={resource.plural} value={resource.plural}>
                {familyName(resource)}
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  );
}

const numberOf = (number: number | undefined, count: (number: number) => string): string =>
  number === undefined || number === 0 ? '' : count(number);
