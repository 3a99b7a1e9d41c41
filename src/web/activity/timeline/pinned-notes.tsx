import { useQuery } from '@tanstack/react-query';
import { nameOf } from '../../data/directory.ts';
import { Pin } from '../../parts/icons/screen-icons.tsx';
import type { TimelineOwner } from './entry.ts';
import { Moment, NoteText } from './entry-view.tsx';
import { NoteMenu } from './note-menu.tsx';
import { pinnedQuery } from './timeline-query.ts';
import style from './timeline.module.css';

/** The latest pinned notes of a record. They stand in their place in time too. */
export function PinnedNotes({ owner }: { readonly owner: TimelineOwner }) {
  const { data: pinned = [] } = useQuery(pinnedQuery(owner));
  if (pinned.length === 0) return null;
  return (
    <ul aria-label="Pinned notes" className={style.entries}>
      {pinned.map((note) => (
        <li key={note.id} className={`${style.entry} ${style.pinned}`}>
          <div className={style.line}>
            <p className={style.sentence}>
              <Pin aria-hidden className={style.pin} /> <strong>Pinned</strong>{' '}
              {note.created_by && nameOf(note.created_by)} <Moment at={note.happened_at} />
            </p>
            <NoteMenu note={note} />
          </div>
          <NoteText note={note} />
        </li>
      ))}
    </ul>
  );
}
