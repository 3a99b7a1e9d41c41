import { closeTypes, stageCategories } from './choices.ts';
import { choice, count, fraction, text } from './fields.ts';
import type { Resource } from './resource.ts';

export const projectStages: Resource = {
  singular: 'project_stage',
  plural: 'project_stages',
  kept: 'directory',
  adminOnly: true,
  order: ['position', 'name'],
  embedded: ['name', 'category'],
  fields: {
    name: text({ required: true, unique: true, folded: true }),
    key: text({ readOnly: true }),
    category: choice(stageCategories),
    position: count(),
    default_probability: fraction(),
    close_type: choice(closeTypes),
  },
};
