import { Refusal } from '../refusal.ts';

/** A user as the API shows it. */
export interface User {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
  readonly role: string;
}

/** The fields of a new user; an undefined field is not given. */
export interface NewUser {
  readonly email: string;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly role?: string | undefined;
  readonly password?: string | undefined;
}

/** The users of one account, in the database itself or through a running service. */
export interface UserDesk {
  list(): Promise<User[]>;
  create(user: NewUser): Promise<User>;
  setPassword(id: string, password: string): Promise<void>;
  deactivate(id: string): Promise<void>;
}

/** The active user with this address, in any case. @throws {Refusal} `not_found` if there is none. */
export async function userByEmail(desk: Pick<UserDesk, 'list'>, email: string): Promise<User> {
  const users = await desk.list();
  const found = users.find((user) => user.email.toLowerCase() === email.toLowerCase());
  if (!found) throw new Refusal('not_found', `The account has no active user ${email}.`);
  return found;
}
