import { expect, test } from 'vitest';
import { migrate, migrationsFolder } from '../../src/database/migrations/migrate.ts';
import { advanceNumbers } from '../../src/store/transfer/sequences.ts';
import { readAccountTables } from '../../src/store/transfer/tables.ts';
import { scratchDatabase, serverUrl } from '../support/programs/scratch-engines.ts';
import { stubCitus } from '../support/programs/stub-citus.ts';

test.skipIf(serverUrl === undefined)(
  'a restored account moves the numbers of a sharded server past its ids of the coordinator, not into those of a node',
  async () => {
    const scratch = await scratchDatabase();
    try {
      const ofNode = 2n ** 48n + 3n;
      {
        await using engine = await scratch.open();
        await migrate(engine, { folder: migrationsFolder });
        await engine.script(`
          insert into accounts (name, time_zone, created_at, updated_at) values ('Granite', 'UTC', now(), now());
          insert into task_lists (account_id, id, created_at, updated_at, name, name_folded)
          values (1, 5, now(), now(), 'One', 'one'), (1, ${ofNode}, now(), now(), 'Other', 'other')`);
        await stubCitus(engine);
        await engine.query(`insert into citus.pg_dist_partition values ('accounts', 'h')`);
      }
      await using engine = await scratch.open();
      const tables = await readAccountTables(engine);
      await engine.transaction((transaction) => advanceNumbers(transaction, '1', tables));
      expect(await engine.query(`select nextval('task_lists_id_seq') as next`)).toEqual([{ next: '6' }]);
    } finally {
      await scratch.remove();
    }
  },
);
