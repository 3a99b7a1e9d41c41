import { Refusal } from '../refusal.ts';
import { directoryResources } from '../resources/index.ts';
import type { Directory } from './directory.ts';
import type { Engine, Queryable } from './engine.ts';
import { type Documents, HeldDirectory } from './held-directory.ts';

/** Keeps the directories of the accounts lately seen. */
export interface Directories {
  /** The directory of an account at a version; read once for each version. */
  at(accountId: string, version: string): Promise<Directory>;
  /** The directory as it stands now: when a row names an entry that is not yet known. */
  reload(accountId: string): Promise<Directory>;
}

const statement = [
  `select 'account' as family, to_jsonb(a) as document from accounts a where a.id = $1`,
  ...directoryResources.map(({ plural }) => `select '${plural}', to_jsonb(e) from ${plural} e where e.account_id = $1`),
].join('\nunion all\n');

/** An account's directory as a transaction sees it. */
export async function readDirectory(engine: Queryable, accountId: string): Promise<Directory> {
  const documents: Documents = await engine.query(statement, [accountId]);
  const account = documents.find(({ family }) => family === 'account')?.document;
  if (!account) throw new Refusal('unauthenticated', 'The account of this credential is gone.');
  return new HeldDirectory(account, documents);
}

/** @param most how many accounts' directories are held; the one unused longest goes first. */
export function openDirectories(engine: Engine, most = 200): Directories {
  const held = new Map<string, Promise<Directory>>();
  const hold = (accountId: string, directory: Promise<Directory>): Promise<Directory> => {
    held.delete(accountId);
    held.set(accountId, directory);
    const oldest = held.keys().next().value;
    if (held.size > most && oldest !== undefined) held.delete(oldest);
    return directory;
  };
  const reload = (accountId: string): Promise<Directory> => {
    const reading = readDirectory(engine, accountId);
    reading.catch(() => held.delete(accountId));
    return hold(accountId, reading);
  };
  return {
    reload,
    async at(accountId, version) {
      for (let known = held.get(accountId); known; known = held.get(accountId)) {
        const directory = await hold(accountId, known);
        if (BigInt(directory.version) >= BigInt(version)) return directory;
        if (held.get(accountId) === known) break;
      }
      return await reload(accountId);
    },
  };
}
