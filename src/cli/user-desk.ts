import { Refusal } from '../refusal.ts';
import { everyEntry } from './every-page.ts';
import { type Service, askService } from './running-service.ts';

/** A user as the API shows it. */
interface User {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
  readonly role: string;
}

/** The fields of a new user; an undefined field is not given. */
interface NewUser {
  readonly email: string;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly role?: string | undefined;
  readonly password?: string | undefined;
}

/** The users of one account. */
export interface UserDesk {
  list(): Promise<User[]>;
  create(user: NewUser): Promise<User>;
  setPassword(id: string, password: string): Promise<void>;
  deactivate(id: string): Promise<void>;
  /** Creates a link with which the user sets a password. */
  link(id: string): Promise<Link>;
}

/** A link as the API shows it. */
interface Link {
  readonly url: string;
  readonly expires_at: string;
}

/** The active user with an e-mail address, regardless of its case. */
export async function findByEmail(desk: Pick<UserDesk, 'list'>, email: string): Promise<User | undefined> {
  const users = await desk.list();
  return users.find((user) => user.email.toLowerCase() === email.toLowerCase());
}

/** The active user with an e-mail address, regardless of its case. @throws {Refusal} `not_found` if there is none. */
export async function userByEmail(desk: Pick<UserDesk, 'list'>, email: string): Promise<User> {
  const found = await findByEmail(desk, email);
  if (!found) throw new Refusal('not_found', `The account has no active user ${email}.`);
  return found;
}

/** The desk of the users of the account. */
export function userDesk(service: Service): UserDesk {
  return {
    list: () => everyEntry(service, 'users'),
    async create(user) {
      const { body } = await askService(service, 'POST', '/users', { user });
      return (body as { user: User }).user;
    },
    async setPassword(id, password) {
      await askService(service, 'PATCH', `/users/${id}`, { user: { password } });
    },
    async deactivate(id) {
      await askService(service, 'DELETE', `/users/${id}`);
    },
    async link(id) {
      const { body } = await askService(service, 'POST', `/users/${id}/password_link`);
      return (body as { password_link: Link }).password_link;
    },
  };
}
