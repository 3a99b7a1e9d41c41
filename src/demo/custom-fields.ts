import type { customFieldDefinitions } from '../resources/custom-fields.ts';
import type { InputOf } from '../resources/record-types.ts';
import type { Deed } from './deed.ts';
import type { Setting } from './setting.ts';

const definitions: readonly InputOf<typeof customFieldDefinitions>[] = [
  { model: 'project', name: 'Bid bond required', field_type: 'boolean' },
  { model: 'project', name: 'Prevailing wage', field_type: 'boolean' },
  {
    ...{ model: 'project', name: 'Plans received', field_type: 'select' },
    options: ['Concept', 'Schematic', '50 % CD', '90 % CD', 'Permit set'],
  },
  { model: 'project', name: 'Expected bidders', field_type: 'number' },
  { model: 'company', name: 'EMR', field_type: 'number' },
  { model: 'company', name: 'Master agreement', field_type: 'boolean' },
  { model: 'contact', name: 'Prefers', field_type: 'select', options: ['Email', 'Phone', 'Text'] },
];

/** The firm's custom fields, created on its first day. */
export const definitionDeeds = (setting: Setting): Deed[] =>
  definitions.map((values, index) => ({
    ...{ at: setting.instantOf(setting.firstDay, 455), by: 'users/admin', action: 'create' },
    ...{ name: `custom_fields/${index + 1}`, values, links: {} },
  }));
