import type { Call } from '../records/call.ts';
import { change } from '../records/change.ts';
import { givenValues } from '../records/given.ts';
import { hashPassword } from '../records/passwords.ts';
import { readList } from '../records/read.ts';
import type { Action, Item } from '../records/work.ts';
import { resourceOf } from '../resources/index.ts';
import { passwordProblem } from '../resources/secrets.ts';
import { createValidator } from '../schema/validator.ts';
import type { Store } from '../store/store.ts';
import { everyStored } from './every-page.ts';
import type { NewUser, User, UserDesk } from './user-desk.ts';

const users = resourceOf('users');
const pointer = '/user';
const nothing: Item = { pointer, id: null, given: {}, problems: [] };

/** The users of the account of a call, changed by the rules and with the history of every other path. */
export function storedUsers(store: Store, call: Call): UserDesk {
  return {
    list: () => everyStored((wish) => readList(store, call, users, wish)),
    create: async (user) => await changeUser(store, call, 'create', await newUserItem(user)),
    async setPassword(id, password) {
      const problem = passwordProblem(password);
      const problems = problem ? [{ pointer: `${pointer}/password`, ...problem }] : [];
      await changeUser(store, call, 'update', { ...nothing, id, problems, passwordHash: await hashPassword(password) });
    },
    async deactivate(id) {
      await changeUser(store, call, 'delete', { ...nothing, id });
    },
  };
}

async function newUserItem(user: NewUser): Promise<Item> {
  const { password } = user;
  const given = Object.fromEntries(Object.entries(user).filter(([, value]) => value !== undefined));
  const validator = createValidator();
  const { fields, problems } = validator.judge(users, 'create', { user: given });
  return {
    ...nothing,
    given: givenValues(users, 'create', fields),
    problems,
    passwordHash: password === undefined ? undefined : await hashPassword(password),
  };
}

async function changeUser(store: Store, call: Call, action: Action, item: Item): Promise<User> {
  const { body = 'null' } = await change(store, call, {
    resource: users,
    action,
    items: [item],
    answer: ([outcome]) => ({ status: 200, body: outcome?.json ?? 'null' }),
  });
  return JSON.parse(body) as User;
}
