import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../data/formats.ts';
import { Button } from '../../parts/button/button.tsx';
import { isPhoto } from '../../files/file.ts';
import { NoteFiles } from '../../files/list/note-files.tsx';
import { PhotoStrip } from '../../files/list/photo-strip.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { ChangedFields } from './changed-fields.tsx';
import type { ShownNote, TimelineEntry } from './entry.ts';
import { FoldedText } from './folded-text.tsx';
import { NoteMenu } from './note-menu.tsx';
import type { EntryRun } from './runs.ts';
import { Sentence } from './sentence.tsx';
import { editedQuery } from './timeline-query.ts';
import style from './timeline.module.css';

interface Props {
  readonly run: EntryRun;
  /** The kind of the record whose timeline it is. */
  readonly plural: string;
  /** Called when the focus comes to the entry. */
  readonly onFocus: (entry: TimelineEntry) => void;
}

/** An entry of a timeline, or the changes that stand in one line, which a press shows. */
export function EntryView({ run, plural, onFocus }: Props) {
  const { entries } = run;
  const [isOpen, setOpen] = useState(false);
  const [entry, ...others] = entries;
  if (others.length === 0) return <OneEntry entry={entry} plural={plural} onFocus={onFocus} />;
  return (
    <li className={style.entry} tabIndex={-1} data-entry onFocus={() => onFocus(entry)}>
      <p>
        <Sentence entries={entries} plural={plural} /> <Moment at={entry.at} />{' '}
        <Button look="bare" aria-expanded={isOpen} className={style.unfold} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show each'}
        </Button>
      </p>
      <RunPhotos entries={entries} />
      {isOpen && (
        <ol className={style.entries}>
          {entries.map((one) => (
            <OneEntry key={one.id} entry={one} plural={plural} onFocus={onFocus} />
          ))}
        </ol>
      )}
    </li>
  );
}

/** The first photos of a run of files. */
function RunPhotos({ entries }: Pick<EntryRun, 'entries'>) {
  const files = entries.flatMap(({ file }) => file ?? []);
  const photos = files.filter(isPhoto);
  return photos.length > 0 && <PhotoStrip photos={photos} />;
}

interface OneProps extends Omit<Props, 'run'> {
  readonly entry: TimelineEntry;
}

function OneEntry({ entry, plural, onFocus }: OneProps) {
  const { note, call, change, about } = entry;
  const said = call?.notes;
  return (
    <li className={style.entry} tabIndex={-1} data-entry onFocus={() => onFocus(entry)}>
      <div className={style.line}>
        <p className={style.sentence}>
          <Sentence entries={[entry]} plural={plural} /> <Moment at={entry.at} />
          {note && <Edited note={note} />}
        </p>
        {note && <NoteMenu note={note} />}
      </div>
      {note && <NoteText note={note} />}
      <RunPhotos entries={[entry]} />
      {said && (
        <FoldedText>
          <p className={style.plain} dir="auto">
            {said}
          </p>
        </FoldedText>
      )}
      {change && change.action !== 'create' && (
        <ChangedFields fields={change.fields} plural={about[0]?.resource ?? plural} />
      )}
    </li>
  );
}

/** The title and the text of a note. The quoted lines of a mail are folded. */
export const NoteText = ({ note }: { readonly note: ShownNote }) => (
  <>
    {note.title !== null && (
      <p className={style.title} dir="auto">
        {note.title}
      </p>
    )}
    <FoldedText>
      <Markdown text={note.text} foldsQuotes={note.kind === 'email'} />
    </FoldedText>
    <NoteFiles noteId={note.id} />
  </>
);

/** The time of an entry. */
export function Moment({ at }: { readonly at: string }) {
  const { moment } = useFormats();
  return (
    <time dateTime={at} className="quiet">
      {moment(at)}
    </time>
  );
}

/** Says that a note was edited, and leads to its history. */
function Edited({ note }: { readonly note: ShownNote }) {
  const { id } = note;
  const { data: isEdited = false } = useQuery(editedQuery(note));
  if (!isEdited) return null;
  return (
    <>
      {' · '}
      <Link to="/notes/$id" params={{ id }} className={`quiet ${style.subject}`}>
        edited
      </Link>
    </>
  );
}
