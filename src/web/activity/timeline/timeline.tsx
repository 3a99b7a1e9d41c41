import { useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { resourceOf } from '../../../resources/index.ts';
import { useFormats } from '../../data/formats.ts';
import { useSession } from '../../data/session.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { Section } from '../../parts/section/section.tsx';
import type { ListedFile } from '../../files/file.ts';
import { noteFilesQuery } from '../../files/files-query.ts';
import { NoteFilesContext } from '../../files/list/note-files.tsx';
import { useCanChange } from '../../record/past.ts';
import { recordQuery } from '../../record/record-query.ts';
import { Composer } from '../composer/composer.tsx';
import type { EntryType, TimelineEntry, TimelineOwner } from './entry.ts';
import { EntryView } from './entry-view.tsx';
import { PinnedNotes } from './pinned-notes.tsx';
import { runsOf } from './runs.ts';
import style from './timeline.module.css';
import { pinnedQuery, timelineQuery, useTimelineChanges } from './timeline-query.ts';
import { TypeFilter } from './type-filter.tsx';
import { useEntryKeys } from './use-entry-keys.ts';
import { useHeld } from './use-held.ts';

/** The timeline of a record, the latest entry first. */
export function Timeline({ plural, id }: TimelineOwner) {
  const owner = { plural, id };
  const { count } = useFormats();
  const { user } = useSession();
  const [type, setType] = useState<EntryType | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const query = useInfiniteQuery(timelineQuery(owner, type));
  const { data, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const record = useQuery(recordQuery(resourceOf(plural), id)).data?.record;
  const canWrite = useCanChange();
  useTimelineChanges(owner);
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const noteFiles = useNoteFiles(owner, entries);
  const { shown, waiting, show } = useHeld(entries, user.id, top);
  const onFocus = useEntryKeys(list);
  return (
    <NoteFilesContext value={noteFiles}>
      <Section title="Activity" isBusy={isPlaceholderData}>
        <div className={style.timeline}>
          {canWrite && (
            <Composer subject={{ owner, record }} onLeave={() => list.current?.focus({ preventScroll: true })} />
          )}
          <TypeFilter value={type} onChange={setType} />
          {type === null && <PinnedNotes owner={owner} />}
          <div ref={top} />
          {waiting > 0 && (
            <Button className={style.waiting} onClick={show}>
              {count(waiting)} new. Show
            </Button>
          )}
          <State
            query={query}
            isNone={shown.length === 0}
            none={type === null ? 'Nothing yet.' : 'Nothing of this type.'}
          />
          <ol ref={list} tabIndex={-1} className={style.entries}>
            {runsOf(shown).map((run) => (
              <EntryView key={run.id} run={run} plural={plural} onFocus={onFocus} />
            ))}
          </ol>
          {hasNextPage && (
            <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          )}
        </div>
      </Section>
    </NoteFilesContext>
  );
}

/** The files of the notes of a timeline, and of its pinned notes; one request for those of all pages. */
function useNoteFiles(
  owner: TimelineOwner,
  entries: readonly TimelineEntry[],
): ReadonlyMap<string, readonly ListedFile[]> {
  const { data: pinned, isPending } = useQuery(pinnedQuery(owner));
  const notes = [...(pinned ?? []), ...entries.flatMap(({ note }) => note ?? [])];
  const ids = isPending || entries.length === 0 ? [] : [...new Set(notes.map(({ id }) => id))];
  return useQuery(noteFilesQuery(ids)).data ?? none;
}

const none: ReadonlyMap<string, readonly ListedFile[]> = new Map();

interface StateProps {
  readonly query: Pick<UseInfiniteQueryResult, 'error' | 'isPending' | 'refetch'>;
  readonly isNone: boolean;
  readonly none: string;
}

/** Stands above the entries: that they are read, that they could not be read, or that there are none. */
function State({ query: { error, isPending, refetch }, isNone, none }: StateProps) {
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (isPending) return <p className="quiet">Loading…</p>;
  return isNone && <p className="quiet">{none}</p>;
}
