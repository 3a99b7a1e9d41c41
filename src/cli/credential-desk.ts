import type { StoreContext } from '../records/request-context.ts';
import {
  type ApiToken,
  createApiToken,
  type NewApiToken,
  readApiTokens,
  revokeApiToken,
} from '../records/access/api-tokens.ts';
import {
  createOauthClient,
  deleteOauthClient,
  type NewOauthClient,
  type OauthClient,
  readOauthClients,
} from '../records/access/oauth-clients.ts';
import { valueOf } from '../records/results.ts';
import { createValidator } from '../schema/validator.ts';
import { everyServed, everyStored } from './every-page.ts';
import { askService, type Service } from './running-service.ts';

/** The credentials of one kind of an account, in the database itself or through a running service. */
export interface CredentialDesk<Kind, New extends Kind> {
  list(): Promise<Kind[]>;
  /** Returns the credential with its secret, which is shown only once. */
  create(fields: object): Promise<New>;
  revoke(id: string): Promise<unknown>;
}

const judged = (schema: string, wrapper: string, fields: object) =>
  createValidator().judgeAs(schema, wrapper, { [wrapper]: fields });

/** The desk of API tokens. */
export type TokenCredentials = CredentialDesk<ApiToken, NewApiToken>;

/** The desk of OAuth clients. */
export type ClientCredentials = CredentialDesk<OauthClient, NewOauthClient>;

/** The API tokens of the context's account. */
export const storedTokens = (context: StoreContext): TokenCredentials => ({
  list: () => everyStored((pageRequest) => readApiTokens(context, pageRequest)),
  create: async (fields) => valueOf(await createApiToken(context, judged('ApiTokenCreate', 'api_token', fields))).value,
  revoke: (id) => revokeApiToken(context, { id }),
});

/** The OAuth clients of the context's account. */
export const storedClients = (context: StoreContext): ClientCredentials => ({
  list: () => everyStored((pageRequest) => readOauthClients(context, pageRequest)),
  create: async (fields) => {
    const asked = judged('OauthClientCreate', 'oauth_client', fields);
    return valueOf(await createOauthClient(context, asked)).value;
  },
  revoke: (id) => deleteOauthClient(context, { id }),
});

/** The credentials of a token's account, through the running service. */
export const servedCredentials = <Kind, New extends Kind>(
  service: Service,
  wrapper: string,
): CredentialDesk<Kind, New> => ({
  list: () => everyServed(service, `${wrapper}s`),
  create: async (fields) => {
    const { body } = await askService(service, 'POST', `/${wrapper}s`, { [wrapper]: fields });
    return (body as Record<string, New>)[wrapper] as New;
  },
  revoke: (id) => askService(service, 'DELETE', `/${wrapper}s/${encodeURIComponent(id)}`),
});
