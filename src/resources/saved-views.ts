import { recordFamilies } from './choices.ts';
import { boolean, choice, reference, text } from './fields.ts';
import type { Resource } from './resource.ts';

/** The question that somebody asks of a list, kept to be asked again. */
export const savedViews: Resource = {
  singular: 'saved_view',
  plural: 'saved_views',
  kept: 'table',
  personal: true,
  order: ['name'],
  embedded: [],
  fields: {
    name: text({ required: true, folded: true }),
    resource: choice(recordFamilies, { required: true }),
    query: text({ maxLength: 2048 }),
    shared: boolean({ empty: false }),
    created_by: reference('users', { readOnly: true }),
  },
};
