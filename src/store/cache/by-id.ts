import { LRUCache } from 'lru-cache';
import type { Row } from '../../resources/resource.ts';
import { inFlowOf, waitingFor } from '../../database/timed-engine.ts';
import { memoByEngine } from '../../database/memo-by-engine.ts';
import type { Engine, Param } from '../../database/engine.ts';
import { BatchLoader } from './batch-loader.ts';
import type { SpedUp } from './speed-ups.ts';
import { readRows, readRowsWithin } from './packed-rows.ts';

const mostLoaders = 1000;
/** The limit of bytes that one batch reads. Larger records are read one by one. */
const mostTogether = 2 ** 20;
const alone = Symbol('to be read alone');
/** The loaders by account, user and statement. */
const loaders = memoByEngine(() => new LRUCache<string, BatchLoader<string, Row | typeof alone>>({ max: mostLoaders }));

/** The record, among those that a statement finds: `$1` is the account, `$2` the ids, `$3` the `user`. */
interface SoughtRecord {
  readonly text: string;
  readonly accountId: string;
  readonly id: string;
  readonly user: string | null;
}

/** Reads a record by its id, in one batch with the records of concurrent requests. */
export async function readById({ engine, speedUps }: SpedUp, sought: SoughtRecord): Promise<Row | undefined> {
  const found = speedUps.batches ? await readTogether(engine, sought) : alone;
  return found === alone ? await readAlone(engine, sought) : found;
}

const parametersOf = ({ accountId, user }: SoughtRecord, ids: readonly string[]): Param[] => [
  ...[accountId, ids],
  ...(user === null ? [] : [user]),
];

async function readAlone(engine: Engine, sought: SoughtRecord): Promise<Row | undefined> {
  const [row] = await readRows<Row>(engine, sought.text, parametersOf(sought, [sought.id]));
  return row;
}

async function readTogether(engine: Engine, sought: SoughtRecord): Promise<Row | typeof alone | undefined> {
  const { text, accountId, id, user } = sought;
  const known = loaders(engine);
  const key = `${accountId} ${user ?? ''} ${text}`;
  const loader = known.get(key) ?? loaderOf(inFlowOf(engine, accountId), sought);
  known.set(key, loader);
  return await waitingFor(engine, () => loader.load(id));
}

const loaderOf = (engine: Engine, sought: SoughtRecord) =>
  new BatchLoader<string, Row | typeof alone>(async (ids) => {
    const rows = await readRowsWithin<Row>(engine, sought.text, parametersOf(sought, ids), mostTogether);
    if (rows === null) return new Map(ids.map((one) => [one, alone] as const));
    return new Map(rows.map((row) => [row.id, row]));
  });
