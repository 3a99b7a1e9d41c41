import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../data/formats.ts';
import { choiceName } from '../../resources/labels.ts';
import { families, type Family, findQuery, type FoundRecord, type FoundRecords } from '../finding/find-query.ts';
import { foundRow } from '../finding/found-rows.ts';
import { hasWord, isSimilar } from '../finding/words.ts';
import type { Search } from '../queries/address.ts';
import { RecordLink } from '../parts/record-link.tsx';
import { SearchField } from '../lists/search-field.tsx';
import { Failure } from '../parts/failure/failure.tsx';
import style from './search-screen.module.css';
import head from '../parts/screen-head.module.css';
import { useTitle } from '../parts/use-title.ts';
import { useAddress } from '../queries/use-address.ts';

const perFamily = 10;

/** The records of all families that the words of the address find. */
export function SearchScreen() {
  const { search, open } = useAddress('/search');
  const { q = '' } = search;
  const text = q.trim();
  const { data, error, isLoading, isPlaceholderData, refetch } = useQuery(findQuery(text, perFamily));
  const found = hasWord(text) ? data : undefined;
  const line = lineOf(text, { isLoading, found: isPlaceholderData ? undefined : found });
  useTitle(text === '' ? 'Search' : `${text} · Search`);
  return (
    <div className={style.screen}>
      <header className={head.head}>
        <h1>Search</h1>
        <div data-chrome>
          <SearchField
            label="Search everything"
            words={q}
            onSearch={(words) => open({ q: words || undefined }, true)}
          />
        </div>
      </header>
      {error && hasWord(text) && <Failure error={error} onRetry={() => void refetch()} />}
      {line !== null && <p className={style.line}>{line}</p>}
      {found &&
        families.map((family) => (
          <FoundFamily
            key={family}
            family={family}
            records={found[family]}
            text={text}
            isCurrent={!isPlaceholderData}
          />
        ))}
    </div>
  );
}

interface SearchState {
  readonly isLoading: boolean;
  /** The records of the text; undefined until they are there. */
  readonly found: FoundRecords | undefined;
}

/** The line that stands in the place of the results; null beside results. */
function lineOf(text: string, { isLoading, found }: SearchState): string | null {
  if (!hasWord(text)) return 'Type a name, a number, a place or a word of a description.';
  if (isLoading) return 'Loading…';
  if (!found || families.some((family) => found[family].length > 0)) return null;
  return `Nothing has the words “${text}”, and nothing is spelled like them.`;
}

interface FamilyProps {
  readonly family: Family;
  readonly records: readonly FoundRecord[];
  readonly text: string;
  /** Whether the records are those of the text, and not of an earlier one. */
  readonly isCurrent: boolean;
}

function FoundFamily({ family, records, text, isCurrent }: FamilyProps) {
  const formats = useFormats();
  if (records.length === 0) return null;
  const more = records.length === perFamily ? listOf(family, text) : null;
  return (
    <section aria-label={choiceName(family)}>
      <h2 className={style.heading}>{choiceName(family)}</h2>
      <ul>
        {records.map((record) => {
          const row = foundRow(family, record, formats);
          return (
            <li key={record.id}>
              <RecordLink plural={family} id={record.id} className={style.row}>
                <bdi className={style.name}>{row.text}</bdi>
                <bdi className={style.note}>{row.note}</bdi>
                {isCurrent && isSimilar(record, text) && <span className={style.similar}>similar spelling</span>}
              </RecordLink>
            </li>
          );
        })}
      </ul>
      {more && (
        <Link to={more.to as '/projects'} search={more.search as never} className={`link standing ${style.more}`}>
          Show all {family}
        </Link>
      )}
    </section>
  );
}

/** The list that shows all results of a family; null for tasks, whose screen has no search. */
function listOf(family: Family, q: string): { readonly to: string; readonly search: Search } | null {
  if (family === 'tasks') return null;
  return { to: `/${family}`, search: family === 'leads' ? { view: 'all', q } : { q } };
}
