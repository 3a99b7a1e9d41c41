import { patternProblems, readProjectNumbers } from '../../records/access/project-numbers.ts';
import { includableSettings, readAccount, updateAccount } from '../../records/access/account.ts';
import { schemaReference, wrapped } from '../../schema/record-schemas.ts';
import { answerChange } from '../request/answer-change.ts';
import { includeProblems } from '../../records/reading/list-request.ts';
import { longestPattern } from '../../resources/vocabulary/project-number.ts';
import { anyText } from '../../schema/field-schema.ts';
import { jsonAnswer, versionedAnswer } from '../contract/answer.ts';
import type { VersionedValue } from '../../records/results.ts';
import type { AccountSettings } from '../../store/rows/directory.ts';
import type { Operation, OperationDependencies, QueryParameter } from '../contract/operation.ts';

const ofAccount = { tag: 'account', path: '/account', status: 200 } as const;

const include: QueryParameter = {
  name: 'include',
  schema: { type: 'array', items: { type: 'string', enum: includableSettings }, minItems: 1, uniqueItems: true },
  description: 'Settings to add to the answer, separated by commas.',
  judged: true,
};

const shown = (account: VersionedValue<AccountSettings>) => versionedAnswer('account', account);

/** The account's settings. Every user can read them; only admins can change them. */
export const accountOperations = ({ validator }: OperationDependencies): Operation[] => [
  {
    ...ofAccount,
    id: 'showAccount',
    method: 'GET',
    summary: 'Show the account',
    scope: 'read',
    query: [include],
    response: wrapped('account', schemaReference('AccountRead')),
    judgeQuery: (query) => {
      const names = query['include']?.split(',');
      return {
        problems: includeProblems(includableSettings, names),
        handle: async ({ context }) => shown(await readAccount(context, names ?? [])),
      };
    },
  },
  {
    ...ofAccount,
    id: 'updateAccount',
    method: 'PATCH',
    summary: 'Change the account; a new time zone moves bids without a time of day, but not their dates',
    scope: 'admin',
    adminOnly: true,
    query: [],
    response: wrapped('account', schemaReference('Account')),
    request: wrapped('account', schemaReference('AccountUpdate')),
    handle: (request) => {
      const asked = validator.judgeAs('AccountUpdate', 'account', request.body);
      return answerChange(request, shown, (context) =>
        updateAccount(context, { ...asked, versions: request.versions }),
      );
    },
  },
  showProjectNumbers,
];

const showProjectNumbers: Operation = {
  id: 'showProjectNumbers',
  method: 'GET',
  path: '/account/project_numbers',
  summary: 'Show the number of the next project',
  explanation:
    'With `pattern`, shows how the numbers would go on by it: one above the greatest of the year that fits. Without, by ' +
    'the pattern of the account. The number is free now; another request may take it.',
  tag: 'account',
  scope: 'read',
  query: [
    {
      name: 'pattern',
      schema: { type: 'string', maxLength: longestPattern, pattern: anyText },
      description: 'A pattern such as `{YY}-{###}`.',
    },
  ],
  judgeQuery: ({ pattern }) => ({
    problems: patternProblems(pattern, { parameter: 'pattern' }),
    handle: async ({ context }) => jsonAnswer(200, { project_numbers: await readProjectNumbers(context, pattern) }),
  }),
  status: 200,
  response: wrapped('project_numbers', schemaReference('ProjectNumbers')),
};
