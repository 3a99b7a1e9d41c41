import { everyEntry } from './every-page.ts';
import { askService, type Service } from './running-service.ts';

/** The credentials of one kind of an account. */
export interface CredentialDesk<Kind, New extends Kind> {
  list(): Promise<Kind[]>;
  /** Returns the credential with its secret, which is shown only once. */
  create(fields: object): Promise<New>;
  revoke(id: string): Promise<unknown>;
}

/** The desk of the credentials under a key, such as `api_token`. */
export const credentialDesk = <Kind, New extends Kind>(
  service: Service,
  wrapper: string,
): CredentialDesk<Kind, New> => ({
  list: () => everyEntry(service, `${wrapper}s`),
  create: async (fields) => {
    const { body } = await askService(service, 'POST', `/${wrapper}s`, { [wrapper]: fields });
    return (body as Record<string, New>)[wrapper] as New;
  },
  revoke: (id) => askService(service, 'DELETE', `/${wrapper}s/${encodeURIComponent(id)}`),
});
