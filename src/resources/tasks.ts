import { date, dateTime, longText, reference, text } from './fields.ts';
import type { Resource } from './resource.ts';
import { createdBy, unlistedImport } from './shared-fields.ts';

export const tasks = {
  singular: 'task',
  plural: 'tasks',
  kept: 'table',
  announced: true,
  indexed: ['updated_at', 'deadline'],
  bulk: true,
  embedded: ['title'],
  searched: { rankA: ['title'], rankC: ['notes'], through: 'project' },
  fields: {
    title: text({ required: true, description: 'The work to do, in one line.' }),
    notes: longText({ description: 'Details of the task. May have several lines.' }),
    completed_at: dateTime({
      past: true,
      description:
        'The time at which the task was completed; `null` while it is open. Setting it completes the task, clearing it ' +
        'opens the task again.',
    }),
    deadline: date({ description: 'The day by which the task must be done.' }),
    assigned_to: reference('users', { description: 'The user who is to do the task.' }),
    created_by: createdBy,
    import: unlistedImport,
    contact: reference('contacts', { description: 'The contact that the task is about.' }),
    project: reference('projects', { description: 'The project that the task belongs to.' }),
    task_list: reference('task_lists', { description: 'The task list that the task is in.' }),
  },
} as const satisfies Resource;
