import { resources } from '../../../resources/index.ts';
import { words } from '../../../resources/in-words.ts';
import { calendarFeeds } from '../../../resources/managed/calendar-feeds.ts';
import { apiTokens, oauthClients } from '../../../resources/managed/credentials.ts';
import { webhooks } from '../../../resources/managed/webhooks.ts';
import type { Resource } from '../../../resources/resource.ts';
import type { ManagedKind } from '../managed/managed-list.tsx';

const names: Readonly<Record<string, string>> = {
  account: 'firm',
  api_token: 'API token',
  oauth_client: 'OAuth client',
  session: 'sign-in',
};

/** The kinds in the log that are neither records nor objects of the settings. */
const others: readonly ManagedKind[] = [
  { singular: 'account', plural: 'account', fields: {} },
  { singular: 'session', plural: 'sessions', fields: {} },
  { singular: 'password_link', plural: 'password_links', fields: {} },
];

/** Everything whose changes are in the log, in the order of its names. */
export const loggedKinds: readonly ManagedKind[] = [
  ...resources.filter(({ embeddedOnly, plural }) => !embeddedOnly || plural === 'project_team_roles'),
  ...[apiTokens, calendarFeeds, oauthClients, webhooks],
  ...others,
].toSorted((one, other) => kindName(one).localeCompare(kindName(other)));

export const kindOf = (plural: string): ManagedKind | undefined => loggedKinds.find((kind) => kind.plural === plural);

/** One of a kind: `project stage`. */
export function kindName(kind: ManagedKind): string {
  return names[kind.singular] ?? words(kind);
}

/** The kinds of records among these, each with the field that names a record. */
export const recordsIn = (plurals: readonly string[]): { resource: Resource; titleKey: string }[] =>
  resources
    // The list of imports is a log, which cannot be asked for some of them.
    .filter(({ plural }) => plurals.includes(plural) && plural !== 'imports')
    .flatMap((resource) => {
      const titleKey = ['name', 'title'].find((name) => name in resource.fields);
      return titleKey === undefined ? [] : [{ resource, titleKey }];
    });
