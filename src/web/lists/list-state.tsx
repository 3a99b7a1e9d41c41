import type { Resource } from '../../resources/resource.ts';
import { pluralWords } from '../fields/nouns.ts';
import { Button } from '../parts/button/button.tsx';
import { Failure } from '../parts/failure/failure.tsx';
import { Waiting } from '../parts/waiting/waiting.tsx';
import { isFiltered, type Search } from '../queries/address.ts';
import { parameterFaults } from './filters/parameter-faults.ts';
import { ImportLink } from './import-link.tsx';
import style from './list-screen.module.css';

interface Props {
  readonly resource: Resource;
  readonly search: Search;
  readonly list: {
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly isFetchNextPageError: boolean;
    readonly refetch: () => unknown;
    readonly fetchNextPage: () => unknown;
  };
  readonly isEmpty: boolean;
  readonly onClear: () => void;
}

/** A list without rows says that it is loading, that there are none, or why the service did not answer them. */
export function ListState({ resource, search, list, isEmpty, onClear }: Props) {
  const noun = pluralWords(resource);
  if (list.error) {
    // The filters themselves say what is wrong with them.
    const isRefusal = parameterFaults(list.error).some(({ parameter = '' }) => parameter in search);
    const retry = (): void => {
      if (list.isFetchNextPageError) list.fetchNextPage();
      else list.refetch();
    };
    return (
      <div className={style.state}>
        {isRefusal ? (
          <p role="alert">The service refuses what is marked. Change it or take it away to see the {noun}.</p>
        ) : (
          <Failure error={list.error} onRetry={retry} />
        )}
        {isFiltered(search) && <Button onClick={onClear}>Clear the filters</Button>}
      </div>
    );
  }
  if (list.isPending) return <Waiting />;
  if (!isEmpty) return null;
  if (isFiltered(search)) {
    return (
      <div className={style.state}>
        <p>No {noun} match these filters.</p>
        <Button onClick={onClear}>Clear the filters</Button>
      </div>
    );
  }
  return (
    <div className={style.state}>
      <p>No {noun} yet.</p>
      <ImportLink family={resource.plural} />
    </div>
  );
}
