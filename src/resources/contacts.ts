import { customFields, email, reference, text, url } from './fields.ts';
import type { Resource } from './resource.ts';

export const contacts: Resource = {
  singular: 'contact',
  plural: 'contacts',
  kept: 'table',
  announced: true,
  indexed: ['name', 'updated_at'],
  bulk: true,
  embedded: ['first_name', 'last_name', 'name', 'email'],
  searched: { text: ['name', 'email', 'external_id'], through: ['company'] },
  includes: {
    projects: { of: 'projects', by: 'contact' },
    leads: { of: 'leads', by: 'contact' },
    tasks: { of: 'tasks', by: 'contact' },
    calls: { of: 'calls', by: 'contact' },
  },
  fields: {
    email: email(),
    first_name: text(),
    last_name: text(),
    name: text({ readOnly: true, folded: true, maxLength: 511 }),
    job_title: text(),
    mobile_phone: text(),
    office_phone: text(),
    linked_in_profile_url: url(),
    company: reference('companies'),
    assigned_to: reference('users'),
    created_by: reference('users', { readOnly: true }),
    import: reference('imports', { readOnly: true }),
    custom_fields: customFields(),
    external_id: text({ unlisted: true, unique: true }),
  },
};
