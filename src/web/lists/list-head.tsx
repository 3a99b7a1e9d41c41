import type { ReactNode } from 'react';
import type { Resource } from '../../resources/resource.ts';
import { type Formats, useFormats } from '../data/formats.ts';
import { Button } from '../parts/button/button.tsx';
import type { Search } from './address.ts';
import { AmountSum } from './amount-sum.tsx';
import { counted } from './bulk/bulk-noun.ts';
import { SearchField } from './search-field.tsx';
import head from '../parts/screen-head.module.css';
import style from './list-screen.module.css';

interface Props {
  readonly resource: Resource;
  readonly title: string;
  readonly search: Search;
  readonly count: { readonly total: number | null; readonly shown: number };
  /** Whether the first records are still to come, so that there is no number yet. */
  readonly isLoading: boolean;
  /** The number of records that have come, gone or moved since the page read the list. */
  readonly waiting: number;
  readonly onChange: (changes: Record<string, string | undefined>, replace?: boolean) => void;
  readonly onReload: () => void;
  /** The actions on the list as a whole. */
  readonly children: ReactNode;
}

/** The title of a list, the number of its records, and the actions on it. */
export function ListHead({ resource, title, search, count, isLoading, waiting, onChange, onReload, children }: Props) {
  const formats = useFormats();
  const plural = resource.plural.replaceAll('_', ' ');
  return (
    <header className={head.head}>
      <h1>{title}</h1>
      <p role="status" className={head.count}>
        {!isLoading && countInWords(count, resource, formats)}
      </p>
      {resource.plural === 'projects' && count.total !== null && <AmountSum search={search} />}
      {waiting > 0 && (
        <Button onClick={onReload}>
          {waiting === 1 ? '1 change. Show' : `${formats.count(waiting)} changes. Show`}
        </Button>
      )}
      <div className={`${head.tools} ${style.tools}`} data-chrome>
        {resource.searched && (
          <SearchField
            label={`Search ${plural}`}
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

function countInWords({ total, shown }: Props['count'], resource: Resource, formats: Formats): string {
  const text = counted(total ?? shown, resource, formats);
  return total === null ? `${text} shown` : text;
}
