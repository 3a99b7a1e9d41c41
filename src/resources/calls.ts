import { dateTime, longText, reference } from './fields.ts';
import type { Resource } from './resource.ts';

export const calls: Resource = {
  singular: 'call',
  plural: 'calls',
  kept: 'table',
  announced: true,
  indexed: ['updated_at', 'recorded_at'],
  embedded: ['recorded_at'],
  fields: {
    notes: longText(),
    recorded_at: dateTime(),
    call_outcome: reference('call_outcomes'),
    company: reference('companies'),
    contact: reference('contacts'),
    created_by: reference('users', { readOnly: true }),
    project: reference('projects'),
  },
};
