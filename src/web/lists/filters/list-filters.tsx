import type { ComponentProps } from 'react';
import { AsOfButton } from '../as-of/as-of-button.tsx';
import { FilterBar } from './filter-bar.tsx';

type Props = ComponentProps<typeof FilterBar>;

/** The filters of a list, and the choice of a past day if its past is stored. */
export const ListFilters = ({ search: { as_of: asOf, ...search }, onChange, ...bar }: Props) => (
  <>
    <FilterBar {...bar} search={search} onChange={onChange} />
    {bar.resource.keepsPast && (
      // A search finds only what is there now.
      <AsOfButton asOf={asOf} onChange={(instant) => onChange({ as_of: instant, q: undefined })} />
    )}
  </>
);
