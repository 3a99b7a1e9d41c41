import { date, dateTime, longText, reference, text } from './fields.ts';
import type { Resource } from './resource.ts';

export const tasks: Resource = {
  singular: 'task',
  plural: 'tasks',
  kept: 'table',
  announced: true,
  indexed: ['updated_at', 'deadline'],
  embedded: ['title'],
  searched: { text: ['title'], through: ['project'], words: 'notes' },
  fields: {
    title: text({ required: true }),
    notes: longText(),
    completed_at: dateTime(),
    deadline: date(),
    assigned_to: reference('users'),
    created_by: reference('users', { readOnly: true }),
    contact: reference('contacts'),
    project: reference('projects'),
    task_list: reference('task_lists'),
  },
};
