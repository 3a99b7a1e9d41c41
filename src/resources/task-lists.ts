import { reference, text } from './fields.ts';
import type { Resource } from './resource.ts';

export const taskLists = {
  singular: 'task_list',
  plural: 'task_lists',
  kept: 'table',
  announced: true,
  indexed: ['name'],
  embedded: ['name', 'project'],
  searched: { rankA: ['name'], through: 'project' },
  includes: { tasks: { of: 'tasks', by: 'task_list' } },
  fields: {
    name: text({ required: true, folded: true, description: 'The name of the task list.' }),
    project: reference('projects', { description: 'The project that the tasks of the list are for.' }),
  },
} as const satisfies Resource;
