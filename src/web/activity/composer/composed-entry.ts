import type { NamedRecord } from '../../finding/use-found.ts';
import type { Fields } from '../../data/target.ts';
import { subjectFields, type TimelineOwner } from '../timeline/entry.ts';

/** The kinds of entries that a person writes on a record, in the order of their chips. */
const composedKinds = ['note', 'call', 'meeting', 'site_visit'] as const;

export type ComposedKind = (typeof composedKinds)[number];

/** A person who took part: of another firm, or a colleague. */
export interface Person extends NamedRecord {
  readonly plural: 'contacts' | 'users';
}

/** An entry as somebody types it. */
export interface ComposedEntry {
  readonly kind: ComposedKind;
  readonly text: string;
  /** The typed time; empty for now. */
  readonly when: string;
  /** The id of the outcome of a call; empty without one. */
  readonly outcome: string;
  /** The people, and typed texts whose person the service has still to find. */
  readonly people: readonly (Person | string)[];
  /** The text in the field of the people. */
  readonly sought: string;
}

/** Changes parts of the entry. A function gets the entry as it is by then. */
export type EditEntry = (change: Partial<ComposedEntry> | ((before: ComposedEntry) => Partial<ComposedEntry>)) => void;

export const emptyEntry: ComposedEntry = { kind: 'note', text: '', when: '', outcome: '', people: [], sought: '' };

export const isEmptyEntry = (entry: ComposedEntry): boolean => JSON.stringify(entry) === JSON.stringify(emptyEntry);

/** A record with a timeline, and its fields as the page has read them; without them, a call names the record alone. */
export interface EntrySubject {
  readonly owner: TimelineOwner;
  readonly record: Fields | undefined;
}

/** The kinds of entries on a record. A call cannot be about a lead, but about its company or its person. */
export const kindsOn = ({ owner, record }: EntrySubject): readonly ComposedKind[] =>
  composedKinds.filter(
    (kind) => kind !== 'call' || owner.plural !== 'leads' || idIn(record, 'company') || idIn(record, 'contact'),
  );

/** What is sent to make an entry. */
export interface MadeEntry {
  readonly singular: 'note' | 'call';
  readonly fields: Fields;
}

/** @param at the time at which it happened; null for the time at which the service makes the record. */
export function madeEntry(
  { kind, text, outcome }: ComposedEntry,
  { owner, record }: EntrySubject,
  { people, at }: { readonly people: readonly Person[]; readonly at: string | null },
): MadeEntry {
  const idsOf = (plural: Person['plural']): readonly string[] => [
    ...new Set(people.filter((person) => person.plural === plural).map(({ id }) => id)),
  ];
  const contactIds = idsOf('contacts');
  if (kind === 'call') {
    const about = callSubject({ owner, record }, contactIds[0]);
    const said = {
      notes: text.trim() === '' ? undefined : text,
      call_outcome_id: outcome === '' ? undefined : outcome,
    };
    return { singular: 'call', fields: { ...said, recorded_at: at ?? undefined, ...about } };
  }
  const own =
    owner.plural === 'contacts'
      ? { contact_ids: [...new Set([owner.id, ...contactIds])] }
      : { contact_ids: contactIds, [subjectFields[owner.plural]]: owner.id };
  return { singular: 'note', fields: { kind, text, happened_at: at ?? undefined, user_ids: idsOf('users'), ...own } };
}

/** The subject of a call also names the company, which counts its last call. */
function callSubject({ owner: { plural, id }, record }: EntrySubject, contactId: string | undefined): Fields {
  const company = idIn(record, 'company');
  switch (plural) {
    case 'projects':
      return { project_id: id, company_id: company, contact_id: contactId };
    case 'leads':
      return { company_id: company, contact_id: contactId ?? idIn(record, 'contact') };
    case 'companies':
      return { company_id: id, contact_id: contactId };
    case 'contacts':
      return { company_id: company, contact_id: id };
  }
}

const idIn = (record: Fields | undefined, name: string): string | undefined =>
  (record?.[name] as { readonly id: string } | null | undefined)?.id;
