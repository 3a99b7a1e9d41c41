import { useEffect } from 'react';
import { words } from '../../resources/in-words.ts';
import type { Resource } from '../../resources/resource.ts';
import { sharedValue, useShared } from '../data/shared-value.ts';
import type { FormValues } from './form-values.ts';

/** A form that makes a record. */
export interface Creation {
  readonly resource: Resource;
  /** The values that it begins with, by their place in the request. */
  readonly given: FormValues;
}

const open = sharedValue<Creation | null>(null);
let subject: FormValues = {};

/** The name of the action that makes a record: `New project`. */
export const creationName = ({ singular, plural }: Resource): string =>
  plural === 'calls' ? 'Log call' : `New ${words({ singular })}`;

/** The text of the toast about a new record: `North Lab is added.` */
export const madeWords = ({ plural }: Resource, name: string): string =>
  plural === 'calls' ? 'The call is logged.' : `${name} is added.`;

/** The records that are about what the screen shows. */
const hasSubject = ({ plural }: Resource): boolean => plural === 'calls' || plural === 'tasks';

/** Opens the form that makes a record. A call or a task begins with what the screen is about. */
export const create = (resource: Resource, given: FormValues = {}): void =>
  open.set({ resource, given: { ...(hasSubject(resource) ? subject : {}), ...given } });

export const closeCreation = (): void => open.set(null);

export const useCreation = (): Creation | null => useShared(open);

/** The subject of the screen, such as `{ company_id: … }`: new calls and tasks begin with it. */
export function useSubject(about: FormValues): void {
  useEffect(() => {
    subject = about;
    return () => {
      if (subject === about) subject = {};
    };
  });
}
