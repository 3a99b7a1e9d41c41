import { LRUCache } from 'lru-cache';
import type { Engine } from '../../database/engine.ts';
import { memoByEngine } from '../../database/memo-by-engine.ts';
import { inFlowOf, waitingFor } from '../../database/timed-engine.ts';
import type { Resource } from '../../resources/resource.ts';
import { findExternalIds, spellingsOf } from '../../store/write/external-ids.ts';
import { BatchLoader } from '../../store/cache/batch-loader.ts';
import type { SpedUp } from '../../store/cache/speed-ups.ts';

const mostLoaders = 1000;
/** The loaders by account and resource. */
const loaders = memoByEngine(() => new LRUCache<string, BatchLoader<string, string>>({ max: mostLoaders }));

interface SoughtRecord {
  readonly resource: Resource;
  readonly accountId: string;
  readonly externalId: string;
}

/** The live record that has an external id, in the spelling by which it was found. */
export interface FoundRecord {
  readonly id: string;
  readonly externalId: string;
}

/** Finds the live record that has an external id, in one batch with those of concurrent requests; null if there is none. */
export async function findByExternalId(
  { engine, speedUps }: SpedUp,
  sought: SoughtRecord,
): Promise<FoundRecord | null> {
  const asked = spellingsOf(sought.externalId);
  if (asked.length === 0) return null;
  const ids = speedUps.batches
    ? await Promise.all(asked.map((externalId) => readTogether(engine, { ...sought, externalId })))
    : await readAlone(engine, sought, asked);
  const [found] = asked.flatMap((externalId, index) => {
    const id = ids[index];
    return id === undefined ? [] : [{ id, externalId }];
  });
  return found ?? null;
}

async function readAlone(
  engine: Engine,
  { resource, accountId }: SoughtRecord,
  asked: readonly string[],
): Promise<(string | undefined)[]> {
  const found = await idsOf(engine, resource, accountId, asked);
  return asked.map((externalId) => found.get(externalId));
}

async function readTogether(of: Engine, { resource, accountId, externalId }: SoughtRecord) {
  const engine = inFlowOf(of, accountId);
  const key = `${accountId} ${resource.plural}`;
  const loader =
    loaders(engine).get(key) ?? new BatchLoader<string, string>((asked) => idsOf(engine, resource, accountId, asked));
  loaders(engine).set(key, loader);
  return await waitingFor(of, () => loader.load(externalId));
}

async function idsOf(
  engine: Engine,
  resource: Resource,
  accountId: string,
  asked: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await findExternalIds(engine, resource, accountId, asked);
  return new Map(found.flatMap(({ asked: externalId, id }) => (id === null ? [] : [[externalId, id] as const])));
}
