import { customFieldModels, customFieldTypes } from './choices.ts';
import { boolean, choice, text, texts } from './fields.ts';
import type { Resource } from './resource.ts';

export const customFieldDefinitions: Resource = {
  singular: 'custom_field',
  plural: 'custom_fields',
  kept: 'directory',
  adminOnly: true,
  order: ['name'],
  embedded: ['name'],
  uniqueWithin: 'model',
  fields: {
    model: choice(customFieldModels, { required: true, fixed: true }),
    name: text({ required: true, folded: true }),
    api_name: text({ fixed: true, unique: true }),
    key: text({ readOnly: true }),
    field_type: choice(customFieldTypes, { required: true, fixed: true }),
    options: texts(),
    required: boolean({ empty: false }),
  },
};
