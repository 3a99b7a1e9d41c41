import { type Entry, nameOf } from '../../data/directory.ts';
import { newRecord, type LookUpChoice, useChoices } from '../../create/look-up-choices.ts';
import { foundBy } from '../../finding/use-found.ts';
import { nearest } from '../../parts/picker/nearest.ts';
import type { Person } from './composed-entry.ts';

/** The contacts and the colleagues that a typed text finds, and a choice that adds the missing contact. */
export function usePeopleChoices(text: string | null, users: readonly Entry[], take: (person: Person) => void) {
  const found = useChoices('contacts', text, ({ id, name }) => take({ plural: 'contacts', id, name }));
  const colleagues = colleaguesBy(text ?? '', users).map(
    (person): LookUpChoice => ({
      key: `user ${person.id}`,
      name: person.name,
      note: 'colleague',
      take: () => take(person),
    }),
  );
  const contacts = found.choices.filter(({ key }) => key !== newRecord);
  const added = found.choices.filter(({ key }) => key === newRecord);
  const choices = text === null ? [] : [...nearestFirst(text, contacts, colleagues), ...added];
  return { ...found, choices };
}

/** The first person that a typed text finds; null if there is none. @throws {Refused} @throws {Unreachable} */
export async function personBy(text: string, users: readonly Entry[]): Promise<Person | null> {
  const contacts = (await foundBy('contacts', text)).map(({ id, name }): Person => ({ plural: 'contacts', id, name }));
  return nearestFirst(text, contacts, colleaguesBy(text, users))[0] ?? null;
}

const colleaguesBy = (text: string, users: readonly Entry[]): readonly Person[] =>
  nearest(
    users.map((user): Person => ({ plural: 'users', id: user.id, name: nameOf(user) })),
    text,
  );

/** Those with a name that begins with the text come first. The service also finds contacts of similar spelling. */
function nearestFirst<One extends { readonly name: string }>(
  text: string,
  contacts: readonly One[],
  colleagues: readonly One[],
): readonly One[] {
  const sought = text.trim().toLowerCase();
  const begins = ({ name }: One): boolean => ` ${name.toLowerCase()}`.includes(` ${sought}`);
  const all = [...contacts, ...colleagues];
  return [...all.filter(begins), ...all.filter((one) => !begins(one))];
}
