import { importantOfCompanies } from './companies.ts';
import { importantOfContacts } from './contacts.ts';
import { importantOfLeads } from './leads.ts';
import { importantOfProjects } from './projects.ts';
import { noteKinds } from './vocabulary/choices.ts';

/** The families whose records have a timeline, with the fields whose changes it shows, by their names in the history. */
export const importantFields = {
  projects: importantOfProjects,
  leads: importantOfLeads,
  companies: importantOfCompanies,
  contacts: importantOfContacts,
} as const;

export type TimelineFamily = keyof typeof importantFields;

export const timelineFamilies = Object.keys(importantFields) as readonly TimelineFamily[];

/** The records that a timeline shows, with the field that gives their time. The name of a source is its key in an entry. */
export const recordSources = {
  note: { plural: 'notes', at: 'happened_at' },
  call: { plural: 'calls', at: 'recorded_at' },
  file: { plural: 'files', at: 'created_at' },
  task: { plural: 'tasks', at: 'completed_at' },
} as const;

export type RecordSource = keyof typeof recordSources;

/** What the entries of a timeline are made of. */
export type TimelineSource = RecordSource | 'stage_change' | 'change';

/** The types of entries. */
export const timelineTypes = [...noteKinds, 'call', 'file', 'task', 'stage_change', 'change'] as const;

export type TimelineType = (typeof timelineTypes)[number];

/** The source of the entries of a type. */
export const sourceOf = (type: TimelineType): TimelineSource =>
  noteKinds.some((kind) => kind === type) ? 'note' : (type as TimelineSource);
