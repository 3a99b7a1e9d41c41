import { hashPassword } from '../records/passwords.ts';
import type { Item } from '../records/work.ts';
import { resourceOf } from '../resources/index.ts';
import { passwordProblem } from '../resources/secrets.ts';
import type { Operation, OperationRequest } from './operation.ts';
import type { Ground } from './ground.ts';
import { createOperation, recordOperations, showOperation, updateOperation } from './record-operations.ts';

const users = resourceOf('users');

/** The password of a body, which is no column of the record: hashed before the transaction begins. */
async function withPassword(item: Item, { body }: OperationRequest): Promise<Item> {
  const password = (body as { user: Record<string, unknown> }).user['password'];
  // The schema has told of a bad one already.
  if (typeof password !== 'string' || passwordProblem(password)) return item;
  return { ...item, passwordHash: await hashPassword(password) };
}

/** Users as any other record, with their passwords, and who one is oneself. */
export const userOperations = (ground: Ground): Operation[] => {
  const all = recordOperations(ground, users);
  const ordinary = all.filter(({ id }) => !['createUser', 'updateUser'].includes(id));
  const me = showOperation(ground, users, ({ call }) => ({ id: call.actor.userId }));
  return [
    ...ordinary,
    createOperation(ground, users, withPassword),
    updateOperation(ground, users, withPassword),
    { ...me, id: 'showMe', path: '/users/me', summary: 'Show the user who asks' },
  ];
};
