import type { ReactNode } from 'react';
import type { Resource } from '../../../resources/resource.ts';
import { Failure } from '../../parts/failure/failure.tsx';
import { PageHead } from '../page-head.tsx';
import { DeletedEntries } from './deleted-entries.tsx';
import { type SmallRecord, useEntries } from './entries-query.ts';
import { EntryList } from './entry-list.tsx';
import { NewEntry } from './new-entry.tsx';

interface Props {
  readonly resource: Resource;
  readonly title: string;
  readonly about: ReactNode;
  /** The mark before the name of a record. */
  readonly markOf?: (entries: readonly SmallRecord[]) => (entry: SmallRecord) => ReactNode;
}

/** A page with all records of a small resource. */
export function EntriesPage({ resource, title, about, markOf }: Props) {
  const { entries, error, retry } = useEntries(resource);
  return (
    <>
      <PageHead title={title} action={<NewEntry resource={resource} />}>
        {about}
      </PageHead>
      {error && <Failure error={error} onRetry={retry} />}
      {entries?.length === 0 && <p className="quiet">Nothing here yet.</p>}
      {entries && entries.length > 0 && (
        <EntryList {...{ resource, entries }} label={title} {...(markOf ? { markOf: markOf(entries) } : {})} />
      )}
      <DeletedEntries resource={resource} />
    </>
  );
}
