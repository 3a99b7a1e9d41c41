import { adminContext } from '../records/access/accounts.ts';
import type { StoreContext } from '../records/request-context.ts';
import { withoutControls } from '../control-characters.ts';
import { Refusal } from '../refusal.ts';
import { type ListedAccount, listAccounts } from '../store/access/accounts.ts';
import type { Store } from '../store/store.ts';

/**
 * The context of an admin of the account with the given id; without an id, of the only account.
 * @throws {Refusal} `not_found`, with the names of the existing accounts.
 */
export async function callInAccount(store: Store, id: string | undefined, at: Date): Promise<StoreContext> {
  const accounts = await listAccounts(store.engine);
  const fitting = id === undefined ? accounts : accounts.filter((account) => account.id === id);
  const [account] = fitting;
  if (!account || fitting.length > 1) throw unclear(accounts, id);
  return { ...adminContext(await store.directories.reload(account.id), at), store };
}

function unclear(accounts: readonly ListedAccount[], id: string | undefined): Refusal {
  if (accounts.length === 0) {
    return new Refusal(
      'not_found',
      'There is no account yet: create one with "plumbline serve" or "plumbline account create".',
    );
  }
  const known = accounts.map((account) => `${account.id} (${withoutControls(account.name)})`).join(', ');
  const problem = id === undefined ? 'There are several accounts' : `There is no account ${id}`;
  return new Refusal('not_found', `${problem}: select one with --account: ${known}.`);
}
