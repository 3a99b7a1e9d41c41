import { address, customFields, entryKey, longText, reference, references, text } from './fields.ts';
import type { Resource } from './resource.ts';

export const companies: Resource = {
  singular: 'company',
  plural: 'companies',
  kept: 'table',
  announced: true,
  indexed: ['name', 'updated_at'],
  bulk: true,
  embedded: ['name', 'website'],
  searched: { text: ['name', 'external_id', 'address'], words: 'description' },
  includes: {
    contacts: { of: 'contacts', by: 'company' },
    projects: { of: 'projects', by: 'company' },
    leads: { of: 'leads', by: 'company' },
    calls: { of: 'calls', by: 'company' },
  },
  fields: {
    name: text({ required: true, folded: true }),
    description: longText(),
    category: entryKey('company_categories'),
    phone: text(),
    website: text({ maxLength: 2048 }),
    address: address(),
    created_by: reference('users', { readOnly: true }),
    import: reference('imports', { readOnly: true }),
    industries: references('industries', 'company_industries', 'industry_ids'),
    custom_fields: customFields(),
    external_id: text({ unlisted: true, unique: true }),
  },
};
