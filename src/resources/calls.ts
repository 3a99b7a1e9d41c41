import { dateTime, longText, reference } from './fields.ts';
import type { Resource } from './resource.ts';
import { createdBy, unlistedImport } from './shared-fields.ts';

/** The fields of which a call needs at least one. */
export const callSubjects = ['company_id', 'contact_id', 'project_id', 'notes'] as const;

export const calls = {
  singular: 'call',
  plural: 'calls',
  kept: 'table',
  announced: true,
  indexed: ['updated_at', 'recorded_at'],
  bulk: true,
  embedded: ['recorded_at'],
  fields: {
    notes: longText({ description: 'Notes on the call. May have several lines.' }),
    recorded_at: dateTime({
      past: true,
      description: 'The time of the call. The default is the time at which the record is created.',
    }),
    call_outcome: reference('call_outcomes', {
      description: "The outcome of the call: an entry of the account's list of call outcomes.",
    }),
    company: reference('companies', { description: 'The company of the call.' }),
    contact: reference('contacts', { description: 'The contact person of the call.' }),
    created_by: createdBy,
    import: unlistedImport,
    project: reference('projects', { description: 'The project that the call was about.' }),
  },
} as const satisfies Resource;
