import { joined } from '../fields/joined.ts';
import { type Entry, nameOf } from '../data/directory.ts';
import type { Formats } from '../data/formats.ts';
import { choiceName } from '../../resources/labels.ts';
import { noteName } from '../fields/note-name.ts';
import type { Family, FoundRecord } from './find-query.ts';

/** A found record in a line: its name, and a note that distinguishes records with the same name. */
export interface FoundRow {
  readonly text: string;
  readonly note: string;
}

export function foundRow(family: Family, record: FoundRecord, formats: Formats): FoundRow {
  const { name, title, email } = record as Readonly<Record<string, string | null | undefined>>;
  const text = family === 'notes' ? noteName(record) : ((family === 'tasks' ? title : name) ?? email ?? '');
  return { text, note: foundNote(family, record, formats) };
}

/** Returns the text that distinguishes records of the same name, such as the company of a person; '' for other kinds. */
export const foundNote = (plural: string, record: FoundRecord, formats: Formats): string =>
  plural in notes ? joined(notes[plural as Family](record, formats)) : '';

const notes: Readonly<Record<Family, (record: FoundRecord, formats: Formats) => readonly unknown[]>> = {
  projects: (record) => [record['project_number'], named(record['company']), named(record['project_stage'])],
  companies: (record) => [(record['address'] as { city?: unknown } | null)?.city, record['phone']],
  contacts: (record) => [record['job_title'], named(record['company'])],
  leads: (record) => [named(record['company']), record['archived_at'] === null ? null : 'archived'],
  tasks: (record, { day }) => [
    record['completed_at'] === null ? null : 'done',
    typeof record['deadline'] === 'string' ? `by ${day(record['deadline'])}` : null,
    named(record['project']),
  ],
  notes: (record, { moment }) => [
    choiceName(String(record['kind'])),
    moment(String(record['happened_at'])),
    named(record['project'] ?? record['lead'] ?? record['company'] ?? firstOf(record['contacts'])),
  ],
};

const firstOf = (records: unknown): unknown => (records as readonly unknown[])[0] ?? null;

const named = (record: unknown): string => (record === null ? '' : nameOf(record as Entry));
