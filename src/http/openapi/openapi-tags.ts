import { resources } from '../../resources/index.ts';

const descriptions: Readonly<Record<string, string>> = {
  account: "The firm's own settings.",
  api_tokens: 'The credentials of programs: a name, scopes, an owner and an optional expiry.',
  audit_log: 'All changes in the account: who made each, and when.',
  calendar_feeds: 'Calendars of bids to which people subscribe. Each has a secret address.',
  calls: 'Telephone calls: with whom, about which project, and the outcome.',
  notes: 'Notes, meetings, site visits and e-mails: what has happened with a project, a lead, a company or people.',
  companies: 'Clients, competitors, architects and all other firms.',
  contacts: 'The people at companies.',
  custom_fields: 'Fields that the account adds to projects, companies and contacts.',
  files:
    'Drawings, photos and other documents of projects, leads, companies, contacts and notes: their contents, or links.',
  goals: 'Targets of the firm, its divisions and its people for a month, a fiscal quarter or a fiscal year.',
  import_mappings: 'Saved mappings: how the columns of files that come again become fields. Imports use them.',
  imports:
    'Files that become records: CSV, TSV, XLSX and NDJSON. A check writes nothing, and an undo takes a run back.',
  leads: 'Jobs that the firm has heard of but does not pursue yet. Converting a lead creates a project.',
  oauth_clients: 'Programs that get a new access token every hour (OAuth 2.0 client credentials).',
  operation: 'Endpoints for operators and tools, outside the versioned API.',
  preferences: 'Settings that a user keeps for the programs that show the records. Only the user sees them.',
  project_stages: 'The pipeline: the stages of a project. Each stage is open, won or lost.',
  project_team_memberships: "A project's team: the users who work on it, with their roles.",
  project_team_roles: 'The roles of team members. Each role is one record.',
  projects: 'The jobs that the firm pursues: bids, amounts, stages and how they close.',
  reports: 'Figures over many projects, each with the address of the projects that it counts.',
  saved_views: 'Stored queries of lists. Only their creator sees them, unless they are shared.',
  search: 'One search of several families of records.',
  sessions: 'The sessions of people who sign in with a browser.',
  task_lists: 'Named groups of the tasks of a project.',
  tasks: 'Work to do: by whom, and by which day.',
  users: 'The users of the account and their roles.',
  webhook_messages: 'The log of events, with the messages that webhooks send.',
  webhooks: 'URLs to which the service sends a signed message for each event (Standard Webhooks 1.0).',
};

const lists = new Set(resources.filter(({ adminOnly }) => adminOnly).map(({ plural }) => plural));

const first = [
  ...[
    'projects',
    'leads',
    'companies',
    'contacts',
    'tasks',
    'task_lists',
    'calls',
    'notes',
    'files',
    'search',
    'project_stages',
  ],
  ...[
    'project_team_memberships',
    'project_team_roles',
    'saved_views',
    'calendar_feeds',
    'preferences',
    'goals',
    'reports',
  ],
  ...[
    'custom_fields',
    'users',
    'webhooks',
    'webhook_messages',
    'audit_log',
    'account',
    'sessions',
    'api_tokens',
    'oauth_clients',
  ],
];

/** Sorts the groups for readers: projects first, lists after records, the operators' endpoints last. */
export function inReadingOrder(tags: readonly string[]): string[] {
  const rank = (tag: string): number => {
    if (tag === 'operation') return tags.length + first.length;
    return first.includes(tag) ? first.indexOf(tag) : first.length;
  };
  return [...tags].sort((one, other) => rank(one) - rank(other));
}

/** The description of a group of operations. */
export function tagDescription(tag: string): string {
  const words = tag.replaceAll('_', ' ');
  const described = descriptions[tag];
  if (described !== undefined) return described;
  return lists.has(tag)
    ? `The account's list of ${words}. Every user can read it; admins can change it.`
    : `The ${words}.`;
}
