import { readAccount, updateAccount } from '../records/account.ts';
import { schemaReference, wrapped } from '../schema/record-schemas.ts';
import type { Operation } from './operation.ts';
import type { Ground } from './ground.ts';

const ofAccount = {
  tag: 'account',
  path: '/account',
  query: [],
  status: 200,
  response: wrapped('account', schemaReference('Account')),
} as const;

/** The firm's own settings: everyone reads them, admins change them. */
export const accountOperations = ({ store, validator }: Ground): Operation[] => [
  {
    ...ofAccount,
    id: 'showAccount',
    method: 'GET',
    summary: 'Show the account',
    scope: 'read',
    handle: ({ call }) => readAccount(store, call),
  },
  {
    ...ofAccount,
    id: 'updateAccount',
    method: 'PATCH',
    summary: 'Change the account; a changed time zone moves the instants of bids without a time, never their days',
    scope: 'admin',
    adminOnly: true,
    request: wrapped('account', schemaReference('AccountUpdate')),
    handle: ({ call, body, ifMatch }) =>
      updateAccount(store, call, { ...validator.judgeAs('AccountUpdate', 'account', body), ifMatch }),
  },
];
