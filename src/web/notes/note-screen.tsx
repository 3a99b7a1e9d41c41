import { notes } from '../../resources/notes.ts';
import { choiceName } from '../../resources/labels.ts';
import { dayIn } from '../../resources/written-dates/days.ts';
import { Markdown } from '../activity/markdown/markdown.tsx';
import { type Entry, nameOf, useDirectory } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import { noteName } from '../fields/note-name.ts';
import { Files } from '../files/list/files.tsx';
import { FileZone } from '../files/zone/file-zone.tsx';
import type { Sections } from '../record/facts.tsx';
import { useRecordId } from '../record/page/place.ts';
import { RecordPage } from '../record/page/record-page.tsx';
import { useRecord } from '../record/use-record.ts';

const sections: Sections = [
  ['Note', ['kind', 'happened_at', 'title', 'text', 'pinned']],
  ['About', ['project', 'lead', 'company', 'contacts', 'users', 'mentioned_users']],
  ['Record', ['external_id', 'created_by', 'import']],
];

/** A note, and what has changed in it. */
export function NoteScreen() {
  const id = useRecordId();
  const shown = useRecord(notes, id);
  const { weekday, time } = useFormats();
  const { account } = useDirectory();
  const { record } = shown;
  const at = String(record['happened_at']);
  const author = record['created_by'] as Entry | null;
  return (
    <FileZone owner={{ plural: 'notes', id }} title={noteName(record)}>
      <RecordPage
        files={<Files key={id} owner={{ plural: 'notes', id }} />}
        resource={notes}
        shown={shown}
        title={noteName(record)}
        meta={[
          choiceName(String(record['kind'])),
          `${weekday(dayIn(account.time_zone, new Date(at)))}, ${time(at)}`,
          author && nameOf(author),
        ]}
        below={<Markdown text={String(record['text'])} />}
        sections={sections}
      />
    </FileZone>
  );
}
