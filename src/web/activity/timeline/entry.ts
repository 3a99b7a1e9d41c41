import type { Entry as Named, Stage } from '../../data/directory.ts';
import type { Fields } from '../../data/target.ts';

/** The types of entries that a person can ask for, in the order of the filter. */
export const entryTypes = [
  ['note', 'Notes'],
  ['meeting', 'Meetings'],
  ['site_visit', 'Site visits'],
  ['email', 'E-mails'],
  ['call', 'Calls'],
  ['task', 'Tasks'],
  ['stage_change', 'Stages'],
  ['change', 'Changes'],
] as const;

export type EntryType = (typeof entryTypes)[number][0];

/** A record that an entry is about. */
export interface Subject {
  readonly resource: string;
  readonly id: string;
  readonly name: string | null;
}

/** A note as a timeline shows it. */
export interface ShownNote {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly kind: string;
  readonly title: string | null;
  readonly text: string;
  readonly happened_at: string;
  readonly pinned: boolean;
  readonly contacts: readonly Named[];
  readonly users: readonly Named[];
  readonly created_by: Named | null;
}

/** A field of a change: its value before and after. */
interface FieldChange {
  readonly from: unknown;
  readonly to: unknown;
}

/** What has happened with a record, as the service answers it. */
export interface TimelineEntry {
  readonly id: string;
  readonly type: EntryType;
  readonly at: string;
  readonly user: Named | null;
  readonly about: readonly Subject[];
  readonly note?: ShownNote;
  readonly call?: Fields & { readonly id: string };
  readonly task?: Fields & { readonly id: string };
  readonly stage_change?: { readonly from: Stage | null; readonly to: Stage };
  readonly change?: { readonly action: string; readonly fields: Readonly<Record<string, FieldChange>> };
}

/** The record whose timeline is shown. */
export interface TimelineOwner {
  readonly plural: 'projects' | 'leads' | 'companies' | 'contacts';
  readonly id: string;
}
