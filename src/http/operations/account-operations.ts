import { readAccount, updateAccount } from '../../records/access/account.ts';
import { schemaReference, wrapped } from '../../schema/record-schemas.ts';
import { answerChange } from '../request/answer-change.ts';
import { versionedAnswer } from '../contract/answer.ts';
import type { VersionedValue } from '../../records/results.ts';
import type { AccountSettings } from '../../store/rows/directory.ts';
import type { Operation, OperationDependencies } from '../contract/operation.ts';

const ofAccount = {
  tag: 'account',
  path: '/account',
  query: [],
  status: 200,
  response: wrapped('account', schemaReference('Account')),
} as const;

const shown = (account: VersionedValue<AccountSettings>) => versionedAnswer('account', account);

/** The account's settings. Every user can read them; only admins can change them. */
export const accountOperations = ({ validator }: OperationDependencies): Operation[] => [
  {
    ...ofAccount,
    id: 'showAccount',
    method: 'GET',
    summary: 'Show the account',
    scope: 'read',
    handle: async ({ context }) => shown(await readAccount(context)),
  },
  {
    ...ofAccount,
    id: 'updateAccount',
    method: 'PATCH',
    summary: 'Change the account; a new time zone moves bids without a time of day, but not their dates',
    scope: 'admin',
    adminOnly: true,
    request: wrapped('account', schemaReference('AccountUpdate')),
    handle: (request) => {
      const asked = validator.judgeAs('AccountUpdate', 'account', request.body);
      return answerChange(request, shown, (context) =>
        updateAccount(context, { ...asked, versions: request.versions }),
      );
    },
  },
];
