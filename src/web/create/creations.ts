import { calls } from '../../resources/calls.ts';
import { companies } from '../../resources/companies.ts';
import { contacts } from '../../resources/contacts.ts';
import { leads } from '../../resources/leads.ts';
import { notes } from '../../resources/notes.ts';
import { projects } from '../../resources/projects.ts';
import { tasks } from '../../resources/tasks.ts';
import type { Session } from '../data/session.ts';
import { create, creationName } from './creation.ts';

/** A form that a person can open on any screen. */
export interface AnyCreation {
  readonly name: string;
  /** The key that opens it on any screen. */
  readonly key?: string;
  readonly open: () => void;
}

/** The forms that a person can open on any screen, in the order of the menus. A viewer can open none. */
export function creationsOf({ user }: Session): readonly AnyCreation[] {
  if (user.role === 'viewer') return [];
  const making = [
    { resource: projects },
    { resource: leads },
    { resource: companies },
    { resource: contacts },
    { resource: tasks, key: 't', usual: { assigned_to_id: user.id } },
    { resource: calls, key: 'l' },
    { resource: notes, key: 'n' },
  ];
  return making.map(({ resource, usual = {}, ...rest }) => ({
    ...rest,
    name: creationName(resource),
    open: () => create(resource, { usual }),
  }));
}
