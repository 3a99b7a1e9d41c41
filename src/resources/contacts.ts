import { email, reference, text, url } from './fields.ts';
import type { Resource } from './resource.ts';
import { createdBy, accountFields, externalId, importedBy } from './shared-fields.ts';

/** The fields of which a contact needs at least one. */
export const contactIdentity = ['first_name', 'last_name', 'email'] as const;

export const contacts = {
  singular: 'contact',
  plural: 'contacts',
  kept: 'table',
  announced: true,
  indexed: ['name', 'updated_at'],
  bulk: true,
  embedded: ['first_name', 'last_name', 'name', 'email'],
  searched: { rankA: ['name', 'email', 'external_id'], through: 'company' },
  includes: {
    projects: { of: 'projects', by: 'contact' },
    leads: { of: 'leads', by: 'contact' },
    tasks: { of: 'tasks', by: 'contact' },
    calls: { of: 'calls', by: 'contact' },
    notes: { of: 'notes', by: 'contacts' },
    files: { of: 'files', by: 'contact' },
  },
  fields: {
    email: email({ description: 'The e-mail address. Several contacts may have the same one.' }),
    first_name: text({ description: 'The first name.' }),
    last_name: text({ description: 'The last name.' }),
    name: text({
      readOnly: true,
      folded: true,
      maxLength: 511,
      description: '`first_name` and `last_name` together, set by the service; read-only. `null` when both are empty.',
    }),
    job_title: text({ description: "The person's job at the company." }),
    mobile_phone: text({ description: 'The mobile telephone number, stored as sent.' }),
    office_phone: text({ description: 'The office telephone number, stored as sent.' }),
    linked_in_profile_url: url({ description: "The address of the person's LinkedIn profile." }),
    company: reference('companies', { description: 'The company that the person works for.' }),
    assigned_to: reference('users', { description: 'The user who looks after the contact.' }),
    created_by: createdBy,
    import: importedBy,
    custom_fields: accountFields,
    external_id: externalId(),
  },
} as const satisfies Resource;

/** The fields whose changes the timeline shows, by their names in the history. */
export const importantOfContacts = ['company_id', 'email', 'job_title', 'assigned_to_id'] as const;
