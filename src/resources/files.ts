import { choice, count, reference, text, url } from './fields.ts';
import type { Resource } from './resource.ts';
import { createdBy, externalId } from './shared-fields.ts';
import { fileKinds } from './vocabulary/choices.ts';

/** The fields of which a file has exactly one, by the families of the records to which files belong. */
export const fileOwnerFields = {
  projects: 'project_id',
  leads: 'lead_id',
  companies: 'company_id',
  contacts: 'contact_id',
  notes: 'note_id',
} as const;

/** The fields of which a file has exactly one: the record that it belongs to. */
export const fileOwners = Object.values(fileOwnerFields);

const owner = (of: string, what: string) =>
  reference(of, { description: `The ${what} that the file belongs to. A file belongs to exactly one record.` });

export const files = {
  singular: 'file',
  plural: 'files',
  kept: 'table',
  announced: true,
  indexed: ['updated_at'],
  bulk: true,
  embedded: ['name', 'kind', 'url', 'media_type', 'size'],
  searched: { rankA: ['name'], through: 'project' },
  fields: {
    name: text({
      filled: true,
      folded: true,
      description:
        'The name, without `/`, `\\`, control characters and characters that change the direction of text. Without one, ' +
        'a link has the last part of the path of its address as its name, or else the host.',
    }),
    kind: choice(fileKinds, {
      readOnly: true,
      filled: true,
      description: '`link`: the address of another place. Read-only.',
    }),
    url: url({ description: 'The address of a link, http or https. It is required.' }),
    media_type: text({ readOnly: true, description: 'The media type; `null` for a link. Read-only.' }),
    size: count({
      readOnly: true,
      maximum: 999_999_999_999_999,
      description: 'The size in bytes; `null` for a link. Read-only.',
    }),
    sha256: text({
      readOnly: true,
      maxLength: 64,
      description: 'The SHA-256 of the contents in hexadecimal; `null` for a link. Read-only.',
    }),
    project: owner('projects', 'project'),
    lead: owner('leads', 'lead'),
    company: owner('companies', 'company'),
    contact: owner('contacts', 'contact'),
    note: owner('notes', 'note'),
    created_by: createdBy,
    external_id: externalId(),
  },
} as const satisfies Resource;
