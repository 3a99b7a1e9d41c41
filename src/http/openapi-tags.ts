import { resources } from '../resources/index.ts';

const descriptions: Readonly<Record<string, string>> = {
  account: "The firm's own settings.",
  api_tokens: 'What programs sign in with: a name, scopes, an owner and, if wanted, an end.',
  audit_log: 'What was done in the account, by whom and when.',
  companies: 'Clients, competitors, architects and everyone else who is a firm.',
  contacts: 'The people one deals with.',
  custom_fields: "The account's own fields of projects, companies and contacts.",
  oauth_clients: 'Programs that fetch themselves a new access token every hour (OAuth 2.0 client credentials).',
  operation: 'What operators and tools ask for. Outside of the versioned API.',
  project_stages: 'The pipeline: the stages a project goes through, and what each says about its outcome.',
  projects: 'The jobs pursued: bids, amounts, stages and how they close.',
  saved_views: 'Lists as somebody looks at them: seen by their maker alone unless shared.',
  users: 'The people of the account and what they may do.',
  webhook_messages: 'The log of what happened to records, as webhooks are told it.',
};

const lists = new Set(resources.filter(({ adminOnly }) => adminOnly).map(({ plural }) => plural));

/** A group of operations, in words. */
export function tagDescription(tag: string): string {
  const words = tag.replaceAll('_', ' ');
  const described = descriptions[tag];
  if (described !== undefined) return described;
  return lists.has(tag) ? `The account's list of ${words}. Everyone reads it, admins change it.` : `The ${words}.`;
}
