import { dateTime, longText, reference } from './fields.ts';
import type { Resource } from './resource.ts';
import { createdBy } from './shared-fields.ts';

/** The fields of which a call needs at least one. */
export const callSubjects = ['company_id', 'contact_id', 'project_id', 'notes'] as const;

export const calls = {
  singular: 'call',
  plural: 'calls',
  kept: 'table',
  announced: true,
  indexed: ['updated_at', 'recorded_at'],
  embedded: ['recorded_at'],
  fields: {
    notes: longText({ description: 'What was said. May have several lines.' }),
    recorded_at: dateTime({
      description: 'The time of the call: now unless the request that makes the call gives one.',
    }),
    call_outcome: reference('call_outcomes', {
      description: "What came of the call: an entry of the account's list of call outcomes.",
    }),
    company: reference('companies', { description: 'The company that the call was with.' }),
    contact: reference('contacts', { description: 'The person that the call was with.' }),
    created_by: createdBy,
    project: reference('projects', { description: 'The project that the call was about.' }),
  },
} as const satisfies Resource;
