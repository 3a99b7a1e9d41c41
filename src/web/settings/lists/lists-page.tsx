import { Link, useParams } from '@tanstack/react-router';
import { lists } from '../../../resources/lists.ts';
import { entriesOf, useDirectory } from '../../data/directory.ts';
import { useFormats } from '../../data/formats.ts';
import { labelOf } from '../../../resources/labels.ts';
import { PageHead } from '../page-head.tsx';
import { EntriesPage } from '../entries/entries-page.tsx';
import style from './lists-page.module.css';

/** The small lists of the firm, with the number of their entries. */
export function ListsPage() {
  const directory = useDirectory();
  const { count } = useFormats();
  return (
    <>
      <PageHead title="Lists">
        <p>The values that people choose from in projects, leads, companies and calls.</p>
      </PageHead>
      <ul className={style.lists}>
        {lists.map(({ plural }) => (
          <li key={plural}>
            <Link to={`/settings/lists/${plural}` as never} className={style.list}>
              <span>{labelOf(plural)}</span>
              <span className="quiet">
                {count(entriesOf(directory, plural).length)} <span className="hidden-text">entries</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A small list of the firm, with its entries. */
export function ListPage() {
  const { list } = useParams({ strict: false }) as unknown as { readonly list?: string };
  const resource = lists.find(({ plural }) => plural === list);
  const back = (
    <p>
      <Link to={'/settings/lists' as never} className="link standing">
        All lists
      </Link>
    </p>
  );
  if (!resource) return <PageHead title="There is no such list">{back}</PageHead>;
  return <EntriesPage key={resource.plural} resource={resource} title={labelOf(resource.plural)} about={back} />;
}
