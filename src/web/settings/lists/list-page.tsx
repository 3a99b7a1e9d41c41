import { Link, useParams } from '@tanstack/react-router';
import { lists } from '../../../resources/lists.ts';
import { labelOf } from '../../fields/labels.ts';
import { EntriesPage } from '../entries/entries-page.tsx';
import { PageHead } from '../page-head.tsx';
import style from './lists-page.module.css';

/** A small list of the firm, with its entries. */
export function ListPage() {
  const { list } = useParams({ strict: false }) as unknown as { readonly list?: string };
  const resource = lists.find(({ plural }) => plural === list);
  const back = (
    <p>
      <Link to={'/settings/lists' as never} className={style.back}>
        All lists
      </Link>
    </p>
  );
  if (!resource) return <PageHead title="There is no such list">{back}</PageHead>;
  return <EntriesPage key={resource.plural} resource={resource} title={labelOf(resource.plural)} about={back} />;
}
