import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openFileFolder } from '../../src/files/open-files.ts';
import type { Engine } from '../../src/database/engine.ts';
import { migrate, migrationsFolder } from '../../src/database/migrations/migrate.ts';
import { readAccountArchive } from '../../src/transfer/accounts/archive-file.ts';
import { readManifest } from '../../src/transfer/accounts/read-manifest.ts';
import { restoreAccount } from '../../src/transfer/accounts/restore-account.ts';
import { saveAccount } from '../../src/transfer/accounts/save-account.ts';
import { fillWithSamples } from '../support/data/sample-work.ts';
import { filesIn } from '../support/data/archives.ts';
import { faultsIn } from '../support/data/soundness.ts';
import { engineNames, scratchEngine, serverUrl } from '../support/programs/scratch-engines.ts';
import { furnishFirms } from '../support/service/template.ts';
import { unboundTables } from '../support/statements/unbound-tables.ts';

const now = new Date('2026-03-11T20:00:00Z');
const limits = { entries: 5000, bytes: 8 * 2 ** 20 };
const by = { source: 'cli', requestId: 'cli', email: null } as const;

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
  test('is the same under another id, and statements go to the shard of one account and read 100 rows at most', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'archives-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const [source, target] = [await furnished(from), await furnished(to)];
    await source.engine.transaction((transaction) => fillWithSamples(transaction, now));
    for (const { statements } of [source, target]) statements.length = 0;
    const [file, again] = [join(folder, 'a.tar.gz'), join(folder, 'b.tar.gz')];
    await saveAccount(source.engine, { accountId: '1', file, now });
    const own = { accountId: '2', now, by, to: openFileFolder(folder) };
    await restoreAccount(target.engine, { ...own, file, limits, quota: null });
    await saveAccount(target.engine, { accountId: '2', file: again, now });
    const [saved, restored] = [await filesIn(file, folder), await filesIn(again, folder)];
    expect(Object.keys(saved).length).toBeGreaterThan(25);
    const { 'changes.ndjson': log = '', ...others } = restored;
    for (const [name, content] of Object.entries(saved).filter(([name]) => name in others))
      if (name !== 'manifest.json') expect(restored[name], name).toBe(underAnotherId(content));
    const before = saved['changes.ndjson'] ?? '';
    expect(log.slice(0, before.length)).toBe(before);
    expect(JSON.parse(log.slice(before.length))).toMatchObject({
      ...{ resource: 'account', record_id: 2, action: 'restore', source: 'cli', user_id: 1 },
      fields: { archive: { from: null, to: `account 1, Granite Builders, as of ${now.toISOString()}` } },
    });
    for (const text of new Set([...source.statements, ...target.statements])) {
      expect(await unboundTables(text), text).toEqual([]);
      expect(Number(/^fetch (\d+)/.exec(text)?.[1] ?? 0), text).toBeLessThanOrEqual(100);
    }
    expect(await faultsIn(target.engine, now)).toEqual([]);
  });
});

test.each(engineNames)(
  'an export on the %s engine disturbs no other one to the same file',
  { timeout: 60_000 },
  async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'archives-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { engine } = await furnished(name);
    const [file, ofKilled] = [join(folder, 'a.tar.gz'), '.plumbline-a.tar.gz'];
    await writeFile(join(folder, ofKilled), 'unfinished');
    const ended = await Promise.allSettled([1, 2].map(() => saveAccount(engine, { accountId: '1', file, now })));
    expect(ended).toContainEqual({ status: 'fulfilled', value: expect.anything() });
    for (const one of ended) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' });
    expect(await filesIn(file, folder)).toHaveProperty(['account.ndjson']);
    expect((await readdir(folder)).filter((left) => left.startsWith('.'))).toEqual([ofKilled]);
  },
);

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

test('an archive that an earlier version has written is read with every row of its manifest', async () => {
  const name = join(import.meta.dirname, 'earlier-files', 'account.tar.gz');
  let files: Awaited<ReturnType<typeof readManifest>>['files'] | undefined;
  const found: Record<string, object> = {};
  for await (const file of readAccountArchive({ bytes: createReadStream(name), name }, 2 ** 30)) {
    if (!files) ({ files } = await readManifest(file, name));
    else {
      for await (const { texts } of file.lines) for (const text of texts) JSON.parse(text);
      found[file.name] = file.facts();
    }
  }
  expect(files).toMatchObject({ 'account.ndjson': { rows: 1 }, 'users.ndjson': { rows: 1 } });
  expect(found).toEqual(files);
});
