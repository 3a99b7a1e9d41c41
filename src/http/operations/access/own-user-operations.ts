import { change } from '../../../records/changing/change.ts';
import { ignoredInput, inputColumns } from '../../../domain/input.ts';
import { isOwnPassword, missingPassword, ownEmail, wrongPassword } from '../../../records/access/own-password.ts';
import { changeWithPassword } from '../../../records/access/passwords.ts';
import { refuseOauthClient } from '../../../records/rights.ts';
import type { Problem } from '../../../refusal.ts';
import { resourceOf } from '../../../resources/index.ts';
import { schemaReference, wrapped } from '../../../schema/record-schemas.ts';
import type { Operation, OperationDependencies, OperationRequest } from '../../contract/operation.ts';
import { answerChange } from '../../request/answer-change.ts';
import { recordAnswer } from '../record-answer.ts';
import { showOperation } from '../record-operations.ts';

const users = resourceOf('users');

const path = '/users/me';

const showMe = (): Operation => ({
  ...showOperation(users, ({ context }) => ({ id: context.actor.userId })),
  id: 'showMe',
  path,
  summary: 'Show the current user',
});

/** The passwords in a request, as far as they are valid. */
interface Passwords {
  readonly password?: string;
  readonly current_password?: string;
}

async function passwordProblems(
  request: OperationRequest,
  { password, current_password }: Passwords,
): Promise<Problem[]> {
  if (password === undefined) return [];
  if (current_password === undefined) return [missingPassword];
  const { context } = request;
  const isRight = await request.guess(ownEmail(context), () => isOwnPassword(context, current_password));
  return isRight ? [] : [wrongPassword];
}

async function updateMe({ validator }: OperationDependencies, request: OperationRequest) {
  const { context, versions } = request;
  refuseOauthClient(context.actor, 'change its user');
  const { fields: given, problems, sent } = validator.judgeAs('MeUpdate', 'user', request.body);
  const { role, ...fields } = given;
  const passwords: Passwords = fields;
  const item = {
    pointer: '/user',
    id: context.actor.userId,
    input: inputColumns(users, 'update', fields),
    problems: problems.length > 0 ? problems : await passwordProblems(request, passwords),
    ignored: { ...ignoredInput(users, 'update', fields), ...(role === undefined ? {} : { role }) },
    versions,
    sent,
  };
  const single = { resource: users, action: 'update', item } as const;
  const { password } = passwords;
  return await answerChange(request, recordAnswer(users, 200), (changing) =>
    password === undefined ? change(changing, single) : changeWithPassword(changing, single, password),
  );
}

/** Shows and changes the user of the request. Any role may change its own user. */
export const ownUserOperations = (dependencies: OperationDependencies): Operation[] => [
  showMe(),
  {
    tag: 'users',
    query: [],
    id: 'updateMe',
    method: 'PATCH',
    path,
    summary: 'Change your own names, e-mail address or password',
    explanation:
      'A new `password` needs `current_password`. It ends your other sessions, but no API tokens. The access token of an ' +
      'OAuth client may not change its user.',
    scope: 'write',
    ofOneself: 'only',
    request: wrapped('user', schemaReference('MeUpdate')),
    status: 200,
    response: wrapped('user', schemaReference('User')),
    handle: (request) => updateMe(dependencies, request),
  },
];
