import { change } from '../../records/changing/change.ts';
import { changeWithPassword } from '../../records/access/passwords.ts';
import { resourceOf } from '../../resources/index.ts';
import { passwordProblem } from '../../resources/vocabulary/secrets.ts';
import type { Operation, OperationRequest, OperationDependencies } from '../contract/operation.ts';
import { createOperation, recordOperations, showOperation, updateOperation } from './record-operations.ts';

const users = resourceOf('users');

/** The password in the body is not a column of the record. The change hashes it after everything else is valid. */
function changing({ body }: OperationRequest): typeof change {
  const password = (body as { user: Record<string, unknown> }).user['password'];
  // Schema validation has already reported an invalid password.
  if (typeof password !== 'string' || passwordProblem(password)) return change;
  return (context, single) => changeWithPassword(context, single, password);
}

/** The record operations of users, with passwords, and `GET /users/me`. */
export const userOperations = (dependencies: OperationDependencies): Operation[] => {
  const all = recordOperations(dependencies, users);
  const ordinary = all.filter(({ id }) => !['createUser', 'updateUser'].includes(id));
  const me = showOperation(users, ({ context }) => ({ id: context.actor.userId }));
  return [
    ...ordinary,
    createOperation(dependencies, users, changing),
    updateOperation(dependencies, users, changing),
    { ...me, id: 'showMe', path: '/users/me', summary: 'Show the current user' },
  ];
};
