import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { rowResults } from '../../../resources/transfer/imports.ts';
import { nameOf } from '../../data/directory.ts';
import { useFormats } from '../../data/formats.ts';
import { choiceName } from '../../../resources/labels.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { Section } from '../../parts/section/section.tsx';
import { type Import, importsQuery } from '../import.ts';
import { stateInWords } from '../state-words.ts';
import style from './upload.module.css';

/** All imports of the firm with their states, the newest first. */
export function PastImports() {
  const list = useInfiniteQuery(importsQuery);
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Section title="Imports so far">
      {list.error && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && rows.length === 0 && <p className="quiet">None yet.</p>}
      <ul className={style.rows}>
        {rows.map((item) => (
          <PastImport key={item.id} item={item} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show older ones
        </Button>
      )}
    </Section>
  );
}

function PastImport({ item }: { readonly item: Import }) {
  const { moment } = useFormats();
  return (
    <li className={style.row}>
      <p className={style.name} dir="auto">
        <Link to={`/import/${item.id}` as never} className={style.link}>
          {item.name}
        </Link>
      </p>
      <p>
        {choiceName(item.as)} · {stateInWords(item)}
      </p>
      <p className={style.counts}>{useCountsInWords(item)}</p>
      <p className={style.when}>
        <time dateTime={item.created_at}>{moment(item.created_at)}</time> by {nameOf(item.created_by)}
      </p>
    </li>
  );
}

/** `120 rows: 100 created, 20 rejected`. */
function useCountsInWords({ counts, dry_run: dryRun }: Import): string {
  const { count } = useFormats();
  const shown = counts ?? dryRun;
  if (shown === null) return '';
  const { read } = shown;
  const parts = rowResults.flatMap((name) => (shown[name] > 0 ? [`${count(shown[name])} ${name}`] : []));
  const rows = `${count(read)} ${read === 1 ? 'row' : 'rows'}`;
  return parts.length === 0 ? rows : `${rows}: ${parts.join(', ')}`;
}
