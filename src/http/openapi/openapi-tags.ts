import { resources } from '../../resources/index.ts';

const descriptions: Readonly<Record<string, string>> = {
  account: "The firm's own settings.",
  api_tokens: 'What programs sign in with: a name, scopes, an owner and, if wanted, an end.',
  audit_log: 'What was done in the account, by whom and when.',
  calls: 'Telephone calls that were made or taken: with whom, about which project, and what came of them.',
  companies: 'Clients, competitors, architects and everyone else who is a firm.',
  contacts: 'The people one deals with.',
  custom_fields: "The account's own fields of projects, companies and contacts.",
  leads: 'Jobs that one has heard of and not taken up yet; one that is becomes a project.',
  oauth_clients: 'Programs that fetch themselves a new access token every hour (OAuth 2.0 client credentials).',
  operation: 'What operators and tools ask for. Outside of the versioned API.',
  project_stages: 'The pipeline: the stages a project goes through, and what each says about its outcome.',
  project_team_memberships: "A project's team: which users work on it, with their roles in it.",
  project_team_roles: 'The roles that the members of a team have, one by one.',
  projects: 'The jobs pursued: bids, amounts, stages and how they close.',
  saved_views: 'Lists as somebody looks at them: seen by their maker alone unless shared.',
  task_lists: 'Tasks by project, under a name.',
  tasks: 'What is to be done, by whom and until when.',
  users: 'The people of the account and what they may do.',
  webhook_messages: 'The log of what happened to records, as webhooks are told it.',
  webhooks: 'The endpoints that are told what happens to records, each by signed requests (Standard Webhooks 1.0).',
};

const lists = new Set(resources.filter(({ adminOnly }) => adminOnly).map(({ plural }) => plural));

const first = [
  ...['projects', 'leads', 'companies', 'contacts', 'tasks', 'task_lists', 'calls', 'project_stages'],
  ...['project_team_memberships', 'project_team_roles', 'saved_views', 'custom_fields', 'users'],
  ...['webhooks', 'webhook_messages', 'audit_log', 'account', 'api_tokens', 'oauth_clients'],
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
  return lists.has(tag) ? `The account's list of ${words}. Everyone reads it, admins change it.` : `The ${words}.`;
}
