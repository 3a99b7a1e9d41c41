import { boolean, choice, dateTime, longText, reference, references, text } from './fields.ts';
import type { Resource } from './resource.ts';
import { createdBy, externalId, importedBy } from './shared-fields.ts';
import { noteKinds } from './vocabulary/choices.ts';

/** The fields of which a note needs at least one. */
export const noteSubjects = ['company_id', 'lead_id', 'project_id', 'contact_ids'] as const;

/** The limit of contacts, and of users, who took part. */
const mostPeople = 50;

/** The limit of different users whom a text mentions. */
export const mostMentioned = 20;

export const notes = {
  singular: 'note',
  plural: 'notes',
  kept: 'table',
  announced: true,
  indexed: ['updated_at', 'happened_at'],
  bulk: true,
  embedded: ['kind', 'title', 'happened_at'],
  includes: { files: { of: 'files', by: 'note' } },
  searched: { rankA: ['title'], rankC: ['text'], through: 'project' },
  fields: {
    kind: choice(noteKinds, {
      filled: true,
      description: 'What the note tells of. The default is `note`.',
    }),
    title: text({ description: 'A title in one line, such as the subject of an e-mail.' }),
    text: longText({
      required: true,
      markdown: true,
      description:
        'The text, in Markdown. May have several lines. The link `[@Ann Ray](user:7)` mentions the user with the id 7. ' +
        `A text mentions at most ${mostMentioned} users.`,
    }),
    happened_at: dateTime({
      filled: true,
      past: true,
      description:
        'The time at which it happened, at most 24 hours ahead. The default is the time at which the note is created.',
    }),
    pinned: boolean({ empty: false, description: 'Whether the note is pinned. The default is `false`.' }),
    company: reference('companies', { description: 'The company that the note is about.' }),
    lead: reference('leads', { description: 'The lead that the note is about.' }),
    project: reference('projects', { description: 'The project that the note is about.' }),
    contacts: references(
      'contacts',
      { through: 'note_contacts', requestName: 'contact_ids', most: mostPeople },
      {
        description: `The people of other firms who took part, at most ${mostPeople}, in the order sent. A change replaces all of them.`,
      },
    ),
    users: references(
      'users',
      { through: 'note_users', requestName: 'user_ids', most: mostPeople },
      {
        description: `The colleagues who took part, at most ${mostPeople}, in the order sent. A change replaces all of them.`,
      },
    ),
    mentioned_users: references(
      'users',
      { through: 'note_mentions', requestName: 'mentioned_user_ids', most: mostMentioned },
      {
        readOnly: true,
        description: 'The users whom the text mentions, in the order of their first mention. Read-only.',
      },
    ),
    created_by: createdBy,
    import: importedBy,
    external_id: externalId(),
  },
} as const satisfies Resource;
