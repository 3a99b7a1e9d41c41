import type { Schemas } from '../../../client/operations.ts';

/** An entry of a timeline. */
export type TimelineEntry = Schemas['TimelineEntry'];

export type EntryType = TimelineEntry['type'];

/** A record that an entry is about. */
export type Subject = TimelineEntry['about'][number];

/** A note as a timeline shows it. */
export type ShownNote = NonNullable<TimelineEntry['note']>;

/** The types of entries that a person can ask for, in the order of the filter. */
export const entryTypes: readonly (readonly [type: EntryType, name: string])[] = [
  ['note', 'Notes'],
  ['meeting', 'Meetings'],
  ['site_visit', 'Site visits'],
  ['email', 'E-mails'],
  ['call', 'Calls'],
  ['file', 'Files'],
  ['task', 'Tasks'],
  ['stage_change', 'Stages'],
  ['change', 'Changes'],
];

/** The record whose timeline is shown. */
export interface TimelineOwner {
  readonly plural: 'projects' | 'leads' | 'companies' | 'contacts';
  readonly id: string;
}

/** The field by which the notes of a record name it. */
export const subjectFields = {
  projects: 'project_id',
  leads: 'lead_id',
  companies: 'company_id',
  contacts: 'contact_ids',
} as const satisfies Record<TimelineOwner['plural'], string>;
