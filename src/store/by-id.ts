import type { Row } from '../resources/resource.ts';
import type { Engine } from './engine.ts';
import { Gathering } from './gathering.ts';
import { readRows } from './packed-rows.ts';

const gatherings = new WeakMap<Engine, Map<string, Gathering<string, Row>>>();
const mostGatherings = 1000;

/**
 * Reads a record by its id, together with those that others ask for at the same time.
 * @param text finds records by `$1`, the account, and `$2`, ids; `user` is its `$3`.
 */
export function readById(
  engine: Engine,
  text: string,
  { accountId, id, user }: { accountId: string; id: string; user: string | null },
): Promise<Row | undefined> {
  const ofEngine = gatherings.get(engine) ?? new Map<string, Gathering<string, Row>>();
  gatherings.set(engine, ofEngine);
  const key = `${accountId} ${user ?? ''} ${text}`;
  const gathering =
    ofEngine.get(key) ??
    new Gathering(async (ids) => {
      const rows = await readRows<Row>(engine, text, [accountId, ids, ...(user === null ? [] : [user])]);
      return new Map(rows.map((row) => [row.id, row]));
    });
  if (ofEngine.size >= mostGatherings) ofEngine.clear();
  ofEngine.set(key, gathering);
  return gathering.ask(id);
}
