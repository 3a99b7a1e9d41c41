import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../src/database/engine.ts';
import { migrate, migrationsFolder } from '../../src/database/migrations/migrate.ts';
import { fillAccount } from '../../src/demo/fill-account.ts';
import { imagineFirm } from '../../src/demo/firm.ts';
import { adminContext } from '../../src/records/access/accounts.ts';
import { readDirectory } from '../../src/store/rows/directories.ts';
import { restoreAccount } from '../../src/transfer/accounts/restore-account.ts';
import { saveAccount } from '../../src/transfer/accounts/save-account.ts';
import { filesIn } from '../support/data/archives.ts';
import { faultsIn } from '../support/data/soundness.ts';
import { engineNames, scratchEngine, serverUrl } from '../support/programs/scratch-engines.ts';
import { furnishFirms } from '../support/service/template.ts';
import { unboundTables } from '../support/statements/unbound-tables.ts';

const now = new Date('2026-03-11T20:00:00Z');

/** Opens a new database with two firms, and lists the statements that it is sent. */
async function furnished(name: (typeof engineNames)[number]): Promise<{ engine: Engine; statements: string[] }> {
  const scratch = await scratchEngine(name);
  const statements: string[] = [];
  const engine = await scratch.open({ onStatement: (text) => void statements.push(text) });
  onTestFinished(async () => {
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
  });
  await migrate(engine, { folder: migrationsFolder });
  await engine.transaction((transaction) => furnishFirms(transaction));
  return { engine, statements };
}

/** The words of a search begin with the account. */
const underAnotherId = (content: string): string => content.replace(/(?<=[" ])'1(?=[:#])/g, "'2");

const pairs = engineNames.flatMap((from) => engineNames.map((to) => [from, to] as const));

describe.each(pairs)('an account from the %s engine on the %s engine', { timeout: 120_000 }, (from, to) => {
  test('is the same under another id, and every statement goes to the shard of one account', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'archives-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const [source, target] = [await furnished(from), await furnished(to)];
    const deeds = await imagineFirm({ seed: 3, projects: 20, now, timeZone: 'America/Chicago' });
    await source.engine.transaction(async (transaction) => {
      const context = adminContext(await readDirectory(transaction, '1'), now);
      await fillAccount(transaction, context, deeds, () => undefined);
    });
    for (const { statements } of [source, target]) statements.length = 0;
    const [file, again] = [join(folder, 'a.tar.gz'), join(folder, 'b.tar.gz')];
    await saveAccount(source.engine, { accountId: '1', file, now });
    await restoreAccount(target.engine, { accountId: '2', file, now });
    await saveAccount(target.engine, { accountId: '2', file: again, now });
    const [saved, restored] = [await filesIn(file, folder), await filesIn(again, folder)];
    expect(Object.keys(saved).length).toBeGreaterThan(25);
    for (const [name, content] of Object.entries(saved).filter(([name]) => name !== 'manifest.json'))
      expect(restored[name], name).toBe(underAnotherId(content));
    for (const text of new Set([...source.statements, ...target.statements])) {
      expect(await unboundTables(text), text).toEqual([]);
    }
    expect(await faultsIn(target.engine, now)).toEqual([]);
  });
});

test.runIf(serverUrl !== undefined)('a snapshot sees no change that commits meanwhile', async () => {
  const scratch = await scratchEngine('postgres');
  const [one, other] = [await scratch.open(), await scratch.open()];
  onTestFinished(async () => {
    for (const engine of [one, other]) await engine[Symbol.asyncDispose]();
    await scratch.remove();
  });
  await migrate(one, { folder: migrationsFolder });
  await one.transaction((transaction) => furnishFirms(transaction));
  const statement = {
    rename: "update accounts set name = 'Renamed' where id = $1::bigint",
    read: 'select name from accounts where id = $1::bigint',
  };
  const reading = async (isSnapshot: boolean) =>
    await one.transaction(
      async (transaction) => {
        const [before] = await transaction.query(statement.read, ['1']);
        await other.query(statement.rename, ['1']);
        const [after] = await transaction.query(statement.read, ['1']);
        return [before, after];
      },
      { isSnapshot },
    );
  expect(await reading(true)).toEqual([{ name: 'Granite Builders' }, { name: 'Granite Builders' }]);
  expect(await one.query(statement.read, ['1'])).toEqual([{ name: 'Renamed' }]);
});
