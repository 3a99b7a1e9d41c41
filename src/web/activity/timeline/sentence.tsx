import { Fragment, type ReactNode } from 'react';
import { labelOf } from '../../../resources/labels.ts';
import { type Entry as Named, nameOf } from '../../data/directory.ts';
import { hostOf } from '../../files/file.ts';
import { FileLink } from '../../files/list/file-link.tsx';
import { RecordLink } from '../../parts/record-link.tsx';
import type { Subject, TimelineEntry } from './entry.ts';
import { timesInWords } from './runs.ts';
import style from './timeline.module.css';

interface Props {
  /** The changes of one person that stand in one line, or a single entry. */
  readonly entries: readonly [TimelineEntry, ...TimelineEntry[]];
  /** The kind of the record whose timeline it is. */
  readonly plural: string;
}

/** What somebody did, in a sentence. */
export function Sentence({ entries, plural }: Props) {
  const [entry] = entries;
  const { user, about } = entry;
  const people = withPeople(entry);
  const others = about.filter(({ resource, id }) => !(resource === 'contacts' && people.some((one) => one.id === id)));
  return (
    <>
      <strong>{user === null ? 'Somebody' : nameOf(user)}</strong>{' '}
      {entries.length > 1 ? severalDeeds(entries, about[0]?.resource ?? plural) : deed(entry)}
      {people.length > 0 && <> with {listed(people.map(personOf))}</>}
      {others.length > 0 && (
        <>
          {' '}
          <span className="quiet">about</span> {listed(others.map(subjectLink))}
        </>
      )}
    </>
  );
}

/** What a person did several times: `moved the bid three times`, `changed Amount twice`, `added 48 files`. */
function severalDeeds(entries: Props['entries'], plural: string): string {
  const times = timesInWords(entries.length);
  if (entries[0].type === 'file') return `added ${String(entries.length)} files`;
  if (entries[0].type === 'stage_change') return `moved the bid ${times}`;
  const labels = [...new Set(entries.flatMap(({ change }) => Object.keys(change?.fields ?? {})))].map((name) =>
    labelOf(name.replace(/_id$/, ''), plural),
  );
  return labels.length === 1 ? `changed “${labels.join()}” ${times}` : `changed it ${times}`;
}

const deeds: Readonly<Record<TimelineEntry['type'], (entry: TimelineEntry) => ReactNode>> = {
  note: () => 'wrote a note',
  meeting: () => 'held a meeting',
  site_visit: () => 'visited the site',
  email: () => 'sent an e-mail',
  call: ({ call }) => (
    <>
      logged a{' '}
      <RecordLink plural="calls" id={call?.id ?? ''} className={style.subject}>
        call
      </RecordLink>
      {call?.call_outcome && `: ${nameOf(call.call_outcome)}`}
    </>
  ),
  file: ({ file }) => (
    <>
      added {file && <FileLink file={file} className={style.subject} />}
      {file?.url && <span className="quiet"> ({hostOf(file.url)})</span>}
    </>
  ),
  task: ({ task }) => (
    <>
      completed{' '}
      <RecordLink plural="tasks" id={task?.id ?? ''} className={style.subject}>
        {task?.title}
      </RecordLink>
    </>
  ),
  stage_change: ({ stage_change: move }) =>
    move?.from ? `moved the bid from ${move.from.name} to ${move.to.name}` : `moved the bid to ${move?.to.name ?? ''}`,
  change: ({ change }) => (change?.action === 'create' ? 'created it' : 'changed it'),
};

const deed = (entry: TimelineEntry): ReactNode => deeds[entry.type](entry);

interface Person extends Named {
  readonly isContact: boolean;
}

/** The people who took part, without the one who did it. */
function withPeople({ note, call, user }: TimelineEntry): readonly Person[] {
  const contacts = note?.contacts ?? (call?.contact ? [call.contact] : []);
  const users = (note?.users ?? []).filter(({ id }) => id !== user?.id);
  return [
    ...contacts.map((one) => ({ ...one, isContact: true })),
    ...users.map((one) => ({ ...one, isContact: false })),
  ];
}

const personOf = (person: Person): ReactNode =>
  person.isContact ? subjectLink({ resource: 'contacts', id: person.id, name: nameOf(person) }) : nameOf(person);

const subjectLink = ({ resource, id, name }: Subject): ReactNode => (
  <RecordLink plural={resource} id={id} className={style.subject}>
    <bdi>{name ?? `no. ${id}`}</bdi>
  </RecordLink>
);

/** `A`, `A and B`, `A, B and C`. */
const listed = (parts: readonly ReactNode[]): ReactNode =>
  parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && (index === parts.length - 1 ? ' and ' : ', ')}
      {part}
    </Fragment>
  ));
