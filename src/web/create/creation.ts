import { useEffect } from 'react';
import { words } from '../../resources/in-words.ts';
import type { Resource } from '../../resources/resource.ts';
import { sharedValue, useShared } from '../data/shared-value.ts';
import type { Search } from '../queries/address.ts';
import type { FormValues } from './form-values.ts';
import { noteSubjectOf } from './note-subject.ts';

/** A form that makes a record. */
export interface Creation {
  readonly resource: Resource;
  /** The values that it begins with, by their place in the request. */
  readonly given: FormValues;
  /** The address of the list on the screen: the new record begins with the values that its filters ask for. */
  readonly search: Search;
  /** The values that it begins with if neither the filters nor `given` have others. */
  readonly usual: FormValues;
  /** The id of the record that it copies. A copy has a draft of its own. */
  readonly copyOf?: string | undefined;
}

/** The values that somebody who opens a form already knows. */
type Begun = Partial<Pick<Creation, 'given' | 'usual' | 'copyOf'>>;

const open = sharedValue<Creation | null>(null);
let subject: FormValues = {};
let list: ListOnScreen | null = null;

/** The list that the screen shows. */
interface ListOnScreen {
  readonly resource: Resource;
  readonly search: Search;
  /** The subject of a card or row, such as `projects/12`. */
  readonly subjectOf: (record: string) => FormValues | undefined;
}

/** The name of the action that makes a record: `New project`. */
export const creationName = ({ singular, plural }: Resource): string =>
  plural === 'calls' ? 'Log call' : `New ${words({ singular })}`;

/** The text of the toast about a new record: `North Lab is added.` */
export const madeWords = ({ plural }: Resource, name: string): string =>
  plural === 'calls' ? 'The call is logged.' : `${name} is added.`;

/** The records that are about what the screen shows. */
const hasSubject = ({ plural }: Resource): boolean => ['calls', 'tasks', 'notes'].includes(plural);

/**
 * Opens the form that makes a record. A call, a task or a note begins with the record of the focused card or row, or with what
 * the screen is about; another record with what the filters of its list ask for.
 */
export function create(resource: Resource, { given = {}, usual = {}, copyOf }: Begun = {}): void {
  const shown = hasSubject(resource) ? (focusedSubject() ?? subject) : {};
  const about = resource.plural === 'notes' ? noteSubjectOf(shown) : shown;
  const search = list?.resource.plural === resource.plural ? list.search : {};
  open.set({ resource, given: { ...about, ...given }, search, usual, copyOf });
}

export const closeCreation = (): void => open.set(null);

export const useCreation = (): Creation | null => useShared(open);

/** The subject of the screen, such as `{ company_id: … }`: new calls, tasks and notes begin with it. */
export function useSubject(about: FormValues): void {
  useEffect(() => {
    subject = about;
    return () => {
      if (subject === about) subject = {};
    };
  });
}

/** Tells what the screen lists, so that forms begin with its filters and with the focused card or row. */
export function useListOnScreen({ resource, search, subjectOf }: ListOnScreen): void {
  useEffect(() => {
    const own = { resource, search, subjectOf };
    list = own;
    return () => {
      if (list === own) list = null;
    };
  });
}

function focusedSubject(): FormValues | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('[data-peek], [data-record]');
  const record = focused?.dataset['peek'] ?? focused?.dataset['record'];
  return record === undefined ? undefined : list?.subjectOf(record);
}
