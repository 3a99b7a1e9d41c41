import { Refusal } from '../refusal.ts';
import { everyServed, everyStored } from './every-page.ts';
import { type Service, askService } from './running-service.ts';
import type { StoreContext } from '../records/request-context.ts';
import { type Config, listeningUrl } from '../config.ts';
import { createPasswordLink, linkUrl } from '../records/access/password-links.ts';
import { change } from '../records/changing/change.ts';
import { inputColumns } from '../domain/input.ts';
import { changeWithPassword } from '../records/access/passwords.ts';
import { readList } from '../records/reading/read.ts';
import { valueOf, parsed } from '../records/results.ts';
import type { Action, Item } from '../records/changing/change-set.ts';
import { resourceOf } from '../resources/index.ts';
import { passwordProblem } from '../resources/vocabulary/secrets.ts';
import { createValidator } from '../schema/validator.ts';

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

/** The users of one account, in the database itself or through a running service. */
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

/** The active user with this address, in any case. */
export async function findByEmail(desk: Pick<UserDesk, 'list'>, email: string): Promise<User | undefined> {
  const users = await desk.list();
  return users.find((user) => user.email.toLowerCase() === email.toLowerCase());
}

/** The same. @throws {Refusal} `not_found` if there is none. */
export async function userByEmail(desk: Pick<UserDesk, 'list'>, email: string): Promise<User> {
  const found = await findByEmail(desk, email);
  if (!found) throw new Refusal('not_found', `The account has no active user ${email}.`);
  return found;
}

/** The users of a token's account, through the running service. */
export function servedUsers(service: Service): UserDesk {
  return {
    list: () => everyServed(service, 'users'),
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

const users = resourceOf('users');
const pointer = '/user';
const nothing: Item = { pointer, id: null, input: {}, problems: [] };

/** The users of the context's account. Changes follow the same rules and write the same history as every other path. */
export function storedUsers(context: StoreContext, config: Config): UserDesk {
  return {
    list: async () => (await everyStored((pageRequest) => readList(context, users, pageRequest))).map(parsed<User>),
    create: (user) => changeUser(context, 'create', { item: newUserItem(user), password: user.password }),
    async setPassword(id, password) {
      const problem = passwordProblem(password);
      const problems = problem ? [{ pointer: `${pointer}/password`, ...problem }] : [];
      await changeUser(context, 'update', { item: { ...nothing, id, problems }, password });
    },
    async deactivate(id) {
      await changeUser(context, 'delete', { item: { ...nothing, id } });
    },
    async link(id) {
      const link = valueOf(await createPasswordLink(context, { id }));
      const url = config.publicUrl ?? listeningUrl(config.host, config.port);
      return { url: linkUrl(url, link), expires_at: link.expires_at };
    },
  };
}

function newUserItem(user: NewUser): Item {
  const given = Object.fromEntries(Object.entries(user).filter(([, value]) => value !== undefined));
  const validator = createValidator();
  const { fields, problems } = validator.judge(users, 'create', { user: given });
  return {
    ...nothing,
    input: inputColumns(users, 'create', fields),
    problems,
  };
}

/** A wanted change of one user. */
interface Wanted {
  readonly item: Item;
  readonly password?: string | undefined;
}

async function changeUser(context: StoreContext, action: Action, { item, password }: Wanted): Promise<User> {
  const task = { resource: users, action, item };
  const outcome =
    password === undefined || item.problems.length > 0
      ? await change(context, task)
      : await changeWithPassword(context, task, password);
  return parsed(valueOf(outcome).json);
}
