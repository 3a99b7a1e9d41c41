import { address, amount, count, dateTime, entryKey, longText, references, text } from './fields.ts';
import type { Resource } from './resource.ts';
import { createdBy, accountFields, externalId, importedBy } from './shared-fields.ts';

const calculated = (name: string): string =>
  `Calculated by the service; read-only. Answers show it with \`include=${name}\` or \`fields=${name}\`.`;

const ofProjects = { derived: true, unlisted: true, gathered: 'projects' } as const;

export const companies = {
  singular: 'company',
  plural: 'companies',
  kept: 'table',
  announced: true,
  indexed: ['name', 'updated_at'],
  bulk: true,
  embedded: ['name', 'website'],
  searched: { rankA: ['name', 'external_id'], rankB: ['address'], rankC: ['description'] },
  includes: {
    contacts: { of: 'contacts', by: 'company' },
    projects: { of: 'projects', by: 'company' },
    leads: { of: 'leads', by: 'company' },
    calls: { of: 'calls', by: 'company' },
    notes: { of: 'notes', by: 'company' },
    files: { of: 'files', by: 'company' },
  },
  fields: {
    name: text({ required: true, folded: true, description: 'The name of the company.' }),
    description: longText({ description: 'A description of the company. May have several lines.' }),
    category: entryKey('company_categories', {
      description:
        "The role of the company for the firm: the `key` of an entry of the account's list of company categories, such as " +
        '`client`.',
    }),
    phone: text({ description: 'The telephone number, stored as sent.' }),
    website: text({ maxLength: 2048, description: "The address of the company's website, stored as sent." }),
    address: address({
      description: 'The address of the company; `null` when no part of it is set. A change merges its parts.',
    }),
    created_by: createdBy,
    import: importedBy,
    industries: references(
      'industries',
      { through: 'company_industries', requestName: 'industry_ids' },
      {
        description:
          "The industries that the company works in: entries of the account's list of industries, in the order sent. " +
          'A change replaces all of them.',
      },
    ),
    custom_fields: accountFields,
    external_id: externalId(),
    open_projects: count({
      ...ofProjects,
      empty: 0,
      description: `How many projects of the company are in pursuit. ${calculated('open_projects')}`,
    }),
    open_amount: amount({
      ...ofProjects,
      empty: 0,
      description:
        "The sum of the amounts of its projects in pursuit, in whole units of the account's currency. " +
        calculated('open_amount'),
    }),
    won_projects: count({
      ...ofProjects,
      empty: 0,
      description: `How many projects of the company are closed as won. ${calculated('won_projects')}`,
    }),
    decided_projects: count({
      ...ofProjects,
      empty: 0,
      description: `How many projects of the company are closed as won or lost. ${calculated('decided_projects')}`,
    }),
    last_contact_at: dateTime({
      derived: true,
      unlisted: true,
      gathered: 'calls',
      description:
        'The `recorded_at` of the last call with the company, without calls whose time is still to come; `null` ' +
        `without one. ${calculated('last_contact_at')}`,
    }),
  },
} as const satisfies Resource;

/** The fields whose changes the timeline shows, by their names in the history. */
export const importantOfCompanies = ['name', 'category'] as const;
