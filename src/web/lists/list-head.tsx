import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '../../resources/resource.ts';
import { type Formats, useFormats } from '../data/formats.ts';
import { Button } from '../parts/button/button.tsx';
import head from '../parts/screen-head.module.css';
import { api } from '../data/api.ts';
import { filtersOf, type Search } from '../queries/address.ts';
import { counted, pluralWords } from '../fields/nouns.ts';
import { SearchField } from './search-field.tsx';
import style from './list-screen.module.css';
import type { LoadedList } from './use-list.ts';

interface Props {
  readonly resource: Resource;
  readonly title: string;
  readonly search: Search;
  readonly listed: LoadedList;
  readonly onChange: (changes: Record<string, string | undefined>, replace?: boolean) => void;
  /** The actions on the list as a whole. */
  readonly children: ReactNode;
}

/** The title of a list, the number of its records, and the actions on it. */
export function ListHead({ resource, title, search, listed, onChange, children }: Props) {
  const formats = useFormats();
  const { list, total, waiting, reload } = listed;
  return (
    <header className={head.head}>
      <h1>{title}</h1>
      <p role="status" className={head.count}>
        {!list.isPending && countInWords(listed, resource, formats)}
      </p>
      {resource.plural === 'projects' && total !== null && <AmountSum search={search} />}
      {waiting > 0 && search['as_of'] === undefined && (
        <Button onClick={reload}>{waiting === 1 ? '1 change. Show' : `${formats.count(waiting)} changes. Show`}</Button>
      )}
      <div className={`${head.tools} ${style.tools}`} data-chrome>
        {resource.searched && search['as_of'] === undefined && (
          <SearchField
            label={`Search ${pluralWords(resource)}`}
            words={search['q'] ?? ''}
            // A search has an order of its own.
            onSearch={(q) => onChange(q === '' ? { q: undefined } : { q, sort: undefined }, true)}
          />
        )}
        {children}
      </div>
    </header>
  );
}

function countInWords({ total, rows }: LoadedList, resource: Resource, formats: Formats): string {
  const text = counted(total ?? rows.length, resource, formats);
  return total === null ? `${text} shown` : text;
}

/** The sum of the amounts of all projects that match. The service adds them up, also those that are not loaded. */
function AmountSum({ search }: { readonly search: Search }) {
  const { shortMoney, money } = useFormats();
  const query = filtersOf(search);
  const { data } = useQuery({
    queryKey: ['projects', 'summary', 'list', query],
    queryFn: async ({ signal }) => {
      const sent = { ...query, group_by: 'project_status' };
      const { body } = await api.send('GET /projects/summary', { query: sent, signal });
      return body.summary.reduce((sum, { amount }) => sum + amount, 0);
    },
  });
  if (data === undefined) return null;
  return (
    <p className={head.count} title={money(data)}>
      {shortMoney(data)} in all
    </p>
  );
}
