import { Refusal } from '../refusal.ts';
import { directoryResources } from '../resources/index.ts';
import { idsAsText } from './columns.ts';
import type { Directory } from './directory.ts';
import type { Engine, Queryable } from './engine.ts';
import { type Document, HeldDirectory } from './held-directory.ts';

/** Keeps the directories of the accounts lately seen. */
export interface Directories {
  /** The directory of an account at a version; read once for each version. */
  at(accountId: string, version: string): Promise<Directory>;
  /** The directory as it stands now: when a row names an entry that is not yet known. */
  reload(accountId: string): Promise<Directory>;
}

/** A row for each family, so that the size of the lists makes no difference to the protocol. */
const statement = [
  `select 'account' as family, jsonb_build_array(to_jsonb(a)) as documents from accounts a where a.id = $1`,
  ...directoryResources.map((resource) => {
    const documents = `coalesce(jsonb_agg(to_jsonb(e) || ${idsAsText(resource, 'e')}), '[]')`;
    return `select '${resource.plural}', ${documents} from ${resource.plural} e where e.account_id = $1`;
  }),
].join('\nunion all\n');

/** An account's directory as a transaction sees it. */
export async function readDirectory(engine: Queryable, accountId: string): Promise<Directory> {
  const rows = await engine.query<{ family: string; documents: Document[] }>(statement, [accountId]);
  const families = new Map(rows.map(({ family, documents }) => [family, documents]));
  const account = families.get('account')?.[0];
  if (!account) throw new Refusal('unauthenticated', 'The account of this credential is gone.');
  return new HeldDirectory(account, families);
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
