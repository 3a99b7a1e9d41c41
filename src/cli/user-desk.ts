import { Refusal } from '../refusal.ts';

/** A user as the API shows it. */
export interface User {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
  readonly role: string;
}

/** What a new user is made from; what is undefined is not given. */
export interface NewUser {
  readonly email: string;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly role?: string | undefined;
  readonly password?: string | undefined;
}

/** The users of one account, in the database itself or behind a running service. */
export interface UserDesk {
  list(): Promise<User[]>;
  create(user: NewUser): Promise<User>;
  setPassword(id: string, password: string): Promise<void>;
  deactivate(id: string): Promise<void>;
}

/** @throws {Refusal} `not_found` when no active user has this address, in any case. */
export async function userByEmail(desk: Pick<UserDesk, 'list'>, email: string): Promise<User> {
  const users = await desk.list();
  const found = users.find((user) => user.email.toLowerCase() === email.toLowerCase());
  if (!found) throw new Refusal('not_found', `The account has no active user ${email}.`);
  return found;
}
