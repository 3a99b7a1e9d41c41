import { reference, text } from './fields.ts';
import type { Resource } from './resource.ts';

export const taskLists: Resource = {
  singular: 'task_list',
  plural: 'task_lists',
  kept: 'table',
  announced: true,
  indexed: ['name'],
  embedded: ['name', 'project'],
  searched: { text: ['name'], through: ['project'] },
  includes: { tasks: { of: 'tasks', by: 'task_list' } },
  fields: {
    name: text({ required: true, folded: true }),
    project: reference('projects'),
  },
};
