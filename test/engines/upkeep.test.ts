import { expect, test } from 'vitest';
import { migrate, migrationsFolder } from '../../src/database/migrations/migrate.ts';
import { tidyTable } from '../../src/database/upkeep.ts';
import { scratchEngine } from '../support/programs/scratch-engines.ts';

test('the embedded engine updates the statistics of a table that has grown, and of no other', async () => {
  const scratch = await scratchEngine('embedded');
  const engine = await scratch.open();
  await migrate(engine, { folder: migrationsFolder });
  expect(await tidyTable(engine)).toBeNull();
  await engine.query(
    `insert into accounts (name, time_zone, created_at, updated_at) values ('Granite', 'UTC', now(), now())`,
  );
  const fill = (rows: number) =>
    engine.query(
      `insert into companies (account_id, created_at, updated_at, name)
      select 1, now(), now(), repeat('long name ', 20) || n from generate_series(1, ${rows}) n`,
    );
  const rowsKnown = async () => {
    const [table] = await engine.query<{ rows: number }>(
      `select reltuples::integer as rows from pg_class where relname = 'companies'`,
    );
    return table?.rows;
  };
  await fill(4000);
  expect([await tidyTable(engine), await rowsKnown(), await tidyTable(engine)]).toEqual(['companies', 4000, null]);
  await fill(100);
  expect(await tidyTable(engine)).toBeNull();
  await fill(4000);
  expect([await tidyTable(engine), await rowsKnown()]).toEqual(['companies', 8100]);
  await engine[Symbol.asyncDispose]();
  await scratch.remove();
});
