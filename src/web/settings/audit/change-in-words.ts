import { type FirmDirectory, entriesOf, nameOf } from '../../data/directory.ts';
import type { AuditLogEntry, RecordNames } from './audit-query.ts';
import { kindName, kindOf } from './kinds.ts';

/** A change in words: what was done, and to what. */
export interface ChangeInWords {
  /** `changed the project`; the whole sentence if there is nothing to name. */
  readonly done: string;
  /** The name of the record; null without one. */
  readonly name: string | null;
}

const verbs: Readonly<Record<AuditLogEntry['action'], string>> = {
  create: 'made',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
};

/** The verbs that differ, by kind and action. */
const otherVerbs: Readonly<Record<string, string>> = {
  'users/delete': 'deactivated',
  'users/restore': 'reactivated',
  'api_tokens/delete': 'revoked',
};

/** Changes that are a sentence of their own. */
const sentences: Readonly<Record<string, string>> = {
  'sessions/create': 'signed in',
  'sessions/delete': 'signed out',
  'account/update': 'changed the firm',
  'account/restore': 'restored the firm from an archive',
};

export function changeInWords(change: AuditLogEntry, names: RecordNames, directory: FirmDirectory): ChangeInWords {
  const { resource, action, fields } = change;
  const key = `${resource}/${action}`;
  const whole = sentences[key];
  if (whole !== undefined) return { done: whole, name: null };
  if (resource === 'password_links') {
    return { done: 'made a password link for', name: userNamed(directory, fields['user_id']?.to) };
  }
  const kind = kindOf(resource);
  const noun = kind ? kindName(kind) : resource.replace(/s$/, '').replaceAll('_', ' ');
  const name = nameIn(change, names, directory);
  // A new password is logged as a change without fields.
  if (key === 'users/update' && Object.keys(fields).length === 0) return { done: 'changed the password of', name };
  return { done: `${otherVerbs[key] ?? verbs[action]} the ${noun}`, name };
}

const userNamed = (directory: FirmDirectory, id: unknown): string =>
  entryNamed(directory, 'users', String(id)) ?? `no. ${String(id)}`;

function nameIn(
  { resource, record_id: id, fields }: AuditLogEntry,
  names: RecordNames,
  directory: FirmDirectory,
): string {
  const known = names.get(`${resource}/${id}`) || entryNamed(directory, resource, id);
  const given = (fields['name'] ?? fields['url'])?.to;
  return known || (typeof given === 'string' ? given : `no. ${id}`);
}

function entryNamed(directory: FirmDirectory, plural: string, id: string): string | null {
  const entry = entriesOf(directory, plural).find((one) => one.id === id);
  return entry ? nameOf(entry) : null;
}
