import { LRUCache } from 'lru-cache';
import type { Row } from '../../resources/resource.ts';
import { sharedEngine, waitingFor } from '../../database/database-time.ts';
import type { Engine, Param } from '../../database/engine.ts';
import { BatchLoader } from './batch-loader.ts';
import { memoByEngine } from './weak-memo.ts';
import { readRows, readRowsWithin } from './packed-rows.ts';

const mostLoaders = 1000;
/** The limit of bytes that one batch reads. Larger records are read one by one. */
const mostTogether = 2 ** 20;
const alone = Symbol('to be read alone');
/** The loaders by account, user and statement. */
const loaders = memoByEngine(() => new LRUCache<string, BatchLoader<string, Row | typeof alone>>({ max: mostLoaders }));

/**
 * Reads a record by its id, in one batch with the records of concurrent requests.
 * @param text the statement that finds records: `$1` is the account, `$2` the ids, `$3` the `user`.
 */
export async function readById(
  of: Engine,
  text: string,
  { accountId, id, user }: { accountId: string; id: string; user: string | null },
): Promise<Row | undefined> {
  const engine = sharedEngine(of);
  const key = `${accountId} ${user ?? ''} ${text}`;
  const parameters = (ids: readonly string[]): Param[] => [accountId, ids, ...(user === null ? [] : [user])];
  const loader =
    loaders(engine).get(key) ??
    new BatchLoader<string, Row | typeof alone>(async (ids) => {
      const rows = await readRowsWithin<Row>(engine, text, parameters(ids), mostTogether);
      if (rows === null) return new Map(ids.map((one) => [one, alone] as const));
      return new Map(rows.map((row) => [row.id, row]));
    });
  loaders(engine).set(key, loader);
  const found = await waitingFor(of, () => loader.load(id));
  if (found !== alone) return found;
  const [row] = await readRows<Row>(of, text, parameters([id]));
  return row;
}
