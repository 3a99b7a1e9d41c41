import { choiceName } from '../../../resources/labels.ts';
import { type Entry, entriesOf, type FirmDirectory } from '../../data/directory.ts';
import {
  type ComposedEntry,
  type ComposedKind,
  type EntrySubject,
  type MadeEntry,
  madeEntry,
  type Person,
} from './composed-entry.ts';
import { type EntryFaults, UnsentEntry } from './entry-faults.ts';
import { personBy } from './people.ts';
import { type MomentBase, readMoment } from './typed-moment.ts';

/** The faults of an entry that the page finds by itself. */
export function localFaults(
  { kind, text, when, people, sought }: ComposedEntry,
  { owner }: EntrySubject,
  base: MomentBase,
): EntryFaults {
  const moment = readMoment(when, base);
  const others = people.length + Number(sought.trim() !== '') + Number(owner.plural === 'contacts');
  return {
    ...(kind !== 'call' && text.trim() === '' && { text: 'The text is missing.' }),
    ...('fault' in moment && { when: moment.fault }),
    ...(kind === 'call' && others > 1 && { people: 'A call is with one person. Several make a meeting.' }),
  };
}

/**
 * Makes the record to send for an entry. The service finds the people whose names the entry has as texts.
 * @param now the time of an entry without one; null for the time at which it arrives.
 * @throws {UnsentEntry} if a text names nobody. @throws {Refused} @throws {Unreachable}
 */
export async function prepareEntry(
  entry: ComposedEntry,
  subject: EntrySubject,
  { base, directory, now }: { base: MomentBase; directory: FirmDirectory; now: string | null },
): Promise<MadeEntry> {
  const moment = readMoment(entry.when, base);
  if ('fault' in moment) throw new UnsentEntry({ when: moment.fault });
  const users = entriesOf(directory, 'users');
  const named = [...entry.people, entry.sought.trim()].filter((one) => one !== '');
  const people = await Promise.all(named.map((one) => found(one, users)));
  if (entry.kind === 'call' && people.some(({ plural }) => plural === 'users')) {
    throw new UnsentEntry({ people: 'A call is with a person of another firm. A meeting takes colleagues.' });
  }
  return madeEntry(entry, subject, { people, at: moment.at ?? now });
}

async function found(one: Person | string, users: readonly Entry[]): Promise<Person> {
  const person = typeof one === 'string' ? await personBy(one, users) : one;
  if (person === null)
    throw new UnsentEntry({ people: `Nobody is called “${one as string}”. Remove it, or add the contact.` });
  return person;
}

/** `The meeting is added.` */
export const saidOf = (kind: ComposedKind): string =>
  kind === 'call' ? 'The call is logged.' : `The ${choiceName(kind).toLowerCase()} is added.`;
