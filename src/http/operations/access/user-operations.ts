import { change } from '../../../records/changing/change.ts';
import { isOwnUser, ownPassword } from '../../../records/access/own-password.ts';
import { createPasswordLink, linkUrl, type PasswordLink } from '../../../records/access/password-links.ts';
import { changeWithPassword } from '../../../records/access/passwords.ts';
import { Refusal } from '../../../refusal.ts';
import { resourceOf } from '../../../resources/index.ts';
import { passwordProblem } from '../../../resources/vocabulary/secrets.ts';
import { schemaReference, wrapped } from '../../../schema/record-schemas.ts';
import {
  namedBy,
  type Operation,
  type OperationRequest,
  type OperationDependencies,
} from '../../contract/operation.ts';
import { answerChange } from '../../request/answer-change.ts';
import { ownUserOperations } from './own-user-operations.ts';
import { createOperation, recordOperations, updateOperation } from '../record-operations.ts';

const users = resourceOf('users');

/** The password in the body is not a column of the record. The change hashes it after everything else is valid. */
function changing({ body, path: { id }, context: { actor } }: OperationRequest): typeof change {
  const password = (body as { user: Record<string, unknown> }).user['password'];
  // Schema validation has already reported an invalid password.
  if (typeof password !== 'string' || passwordProblem(password)) return change;
  const further = isOwnUser(actor, id) ? [ownPassword] : [];
  return (context, { item, ...single }) =>
    changeWithPassword(context, { ...single, item: { ...item, problems: [...item.problems, ...further] } }, password);
}

const passwordLink = (): Operation => ({
  tag: 'users',
  query: [],
  id: 'createPasswordLink',
  method: 'POST',
  path: '/users/{id}/password_link',
  summary: 'Create a link with which a user sets a password, once; only this answer shows it',
  explanation:
    'The link ends after 72 hours. It replaces the earlier one of the user. A new password ends it. ' +
    'A token needs every scope of the role of the user, and must not expire. ' +
    'You cannot make a link for your own user: PATCH /users/me changes your password.',
  scope: 'admin',
  adminOnly: true,
  status: 201,
  unaddressed: true,
  response: wrapped('password_link', schemaReference('PasswordLink')),
  handle: (request) => {
    if (isOwnUser(request.context.actor, request.path['id'])) throw ownLink();
    const answer = (link: PasswordLink) => {
      const shown = { url: linkUrl(request.serviceUrl, link), expires_at: link.expires_at };
      return { status: 201, body: JSON.stringify({ password_link: shown }), secret: true } as const;
    };
    return answerChange(request, answer, (context) => createPasswordLink(context, namedBy(request)));
  },
});

const ownLink = (): Refusal =>
  new Refusal('forbidden', 'You cannot make a link for your own user: PATCH /users/me changes your password.');

/** The record operations of users, with passwords, the user of the request, and the links that set a password. */
export const userOperations = (dependencies: OperationDependencies): Operation[] => {
  const all = recordOperations(dependencies, users);
  const ordinary = all.filter(({ id }) => !['createUser', 'updateUser'].includes(id));
  return [
    ...ordinary,
    createOperation(dependencies, users, changing),
    updateOperation(dependencies, users, changing),
    ...ownUserOperations(dependencies),
    passwordLink(),
  ];
};
