import type { Call } from '../records/call.ts';
import { createApiToken, readApiTokens, revokeApiToken } from '../records/api-tokens.ts';
import { createOauthClient, deleteOauthClient, readOauthClients } from '../records/oauth-clients.ts';
import { createValidator } from '../schema/validator.ts';
import type { Store } from '../store/store.ts';
import { everyServed, everyStored } from './every-page.ts';
import { askService, type Service } from './running-service.ts';

/** What every credential shows of itself. */
interface Credential {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly user: { readonly email: string };
  readonly last_used_at: string | null;
}

/** An API token as the API shows it; its text only when it is made. */
export interface ApiToken extends Credential {
  readonly expires_at: string | null;
  readonly token?: string;
}

/** An OAuth client as the API shows it; its secret only when it is made. */
export interface OauthClient extends Credential {
  readonly client_id: string;
  readonly client_secret?: string;
}

/** The credentials of one kind of an account, in the database itself or behind a running service. */
export interface CredentialDesk<Kind> {
  list(): Promise<Kind[]>;
  create(fields: object): Promise<Kind>;
  revoke(id: string): Promise<unknown>;
}

const made = <Kind>({ body = '{}' }: { body?: string }, wrapper: string): Kind =>
  (JSON.parse(body) as Record<string, Kind>)[wrapper] as Kind;

const judged = (schema: string, wrapper: string, fields: object) =>
  createValidator().judgeAs(schema, wrapper, { [wrapper]: fields });

/** Nobody at a terminal looks where a thing would be on the web. */
const nowhere = (): string => '';

/** The API tokens of the account of a call. */
export const storedTokens = (store: Store, call: Call): CredentialDesk<ApiToken> => ({
  list: () => everyStored((wish) => readApiTokens(store, call, wish)),
  create: async (fields) =>
    made(await createApiToken(store, call, judged('ApiTokenCreate', 'api_token', fields), nowhere), 'api_token'),
  revoke: (id) => revokeApiToken(store, call, { id }),
});

/** The OAuth clients of the account of a call. */
export const storedClients = (store: Store, call: Call): CredentialDesk<OauthClient> => ({
  list: () => everyStored((wish) => readOauthClients(store, call, wish)),
  create: async (fields) => {
    const asked = judged('OauthClientCreate', 'oauth_client', fields);
    return made(await createOauthClient(store, call, asked, nowhere), 'oauth_client');
  },
  revoke: (id) => deleteOauthClient(store, call, { id }),
});

/** The credentials of a token's account, by way of the service that runs. */
export const servedCredentials = <Kind>(service: Service, wrapper: string): CredentialDesk<Kind> => ({
  list: () => everyServed(service, `${wrapper}s`),
  create: async (fields) => {
    const { body } = await askService(service, 'POST', `/${wrapper}s`, { [wrapper]: fields });
    return (body as Record<string, Kind>)[wrapper] as Kind;
  },
  revoke: (id) => askService(service, 'DELETE', `/${wrapper}s/${encodeURIComponent(id)}`),
});
