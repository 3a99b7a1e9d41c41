import type { Row } from '../resources/resource.ts';
import type { Engine } from './engine.ts';
import { Gathering } from './gathering.ts';
import { keptWith } from './kept-with.ts';
import { readRows } from './packed-rows.ts';
import { Recent } from './recent.ts';

const mostGatherings = 1000;
/** By account, user and statement. */
const gatherings = keptWith<Engine, Recent<string, Gathering<string, Row>>>(() => new Recent(mostGatherings));

/**
 * Reads a record by its id, together with those that others ask for at the same time.
 * @param text finds records by `$1`, the account, and `$2`, ids; `user` is its `$3`.
 */
export function readById(
  engine: Engine,
  text: string,
  { accountId, id, user }: { accountId: string; id: string; user: string | null },
): Promise<Row | undefined> {
  const key = `${accountId} ${user ?? ''} ${text}`;
  return gatherings(engine)
    .getOr(
      key,
      () =>
        new Gathering(async (ids) => {
          const rows = await readRows<Row>(engine, text, [accountId, ids, ...(user === null ? [] : [user])]);
          return new Map(rows.map((row) => [row.id, row]));
        }),
    )
    .ask(id);
}
