import { customFieldModels, customFieldTypes } from './vocabulary/choices.ts';
import { boolean, choice, text, texts } from './fields.ts';
import type { Resource } from './resource.ts';

export const customFieldDefinitions = {
  singular: 'custom_field',
  plural: 'custom_fields',
  kept: 'directory',
  adminOnly: true,
  order: ['name'],
  embedded: ['name'],
  uniqueWithin: 'model',
  fields: {
    model: choice(customFieldModels, {
      required: true,
      fixed: true,
      description: 'The kind of record that has the field. It cannot change once the field is defined.',
    }),
    name: text({
      required: true,
      folded: true,
      description: 'The label that people see.',
    }),
    api_name: text({
      filled: true,
      fixed: true,
      unique: true,
      keyed: true,
      description:
        'The key of the field in `custom_fields`: a lower-case letter, then lower-case letters, digits and `_`, at ' +
        'most 63 in all. Derived from `name` by default; with a number at its end if the name has letters beyond ' +
        'ASCII and a field of another name has it. It cannot change, and no two live fields of a model share it.',
    }),
    key: text({ readOnly: true, filled: true, description: 'The same as `api_name`; read-only.' }),
    field_type: choice(customFieldTypes, {
      required: true,
      fixed: true,
      description: 'The kind of value that the field holds. It cannot change once the field is defined.',
    }),
    options: texts({
      description:
        'The values to choose from in a field of the type `select` or `multi_select`; other types have none. Stored values ' +
        'stay as they are when the options change.',
    }),
    required: boolean({
      empty: false,
      description:
        'Whether a new record must have a value, which cannot be cleared. The default is `false`. Existing records ' +
        'may stay without a value.',
    }),
  },
} as const satisfies Resource;
