import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Search } from '../lists/address.ts';
import { useFormats } from '../data/formats.ts';
import { leadCount, leadViews, type LeadView } from './lead-views.ts';
import tab from '../parts/tab-links.module.css';
import style from './leads-screen.module.css';

interface Props {
  readonly current: LeadView;
  /** The other filters of the list. */
  readonly filters: Search;
}

/** The views of the inbox, with the number of leads in each. */
export function ViewTabs({ current, filters }: Props) {
  const { count } = useFormats();
  const counts = useQueries({ queries: leadViews.map(({ key }) => leadCount(key, filters)) });
  return (
    <nav aria-label="Views" className={style.views}>
      {leadViews.map((view, index) => {
        const number = counts[index]?.data;
        return (
          <Link
            key={view.key}
            to="/leads"
            search={{ ...filters, view: view.key } as never}
            className={tab.link}
            aria-current={view.key === current.key ? 'page' : undefined}
          >
            {view.name} <span className={tab.count}>{number === undefined ? '' : count(number)}</span>
          </Link>
        );
      })}
    </nav>
  );
}
