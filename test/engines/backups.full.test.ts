import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Queryable } from '../../src/database/engine.ts';
import { migrate, migrationsFolder } from '../../src/database/migrations/migrate.ts';
import { openEngine } from '../../src/store/store.ts';
import { inspectBackup } from '../../src/transfer/backups/read-backup.ts';
import { run, runJson, startOn } from '../cli/command-line.ts';
import { tarEnd, tarFile, tarFiles } from '../support/data/tar-files.ts';
import { fillWithSamples } from '../support/data/sample-work.ts';
import { engineNames, type ScratchEngine, scratchEngine } from '../support/programs/scratch-engines.ts';
import { furnishFirms, tokens } from '../support/service/template.ts';

const now = new Date('2026-03-11T20:00:00Z');

const leftovers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const remove of leftovers.reverse()) await remove();
});

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'backups-'));
  leftovers.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** The variables of a place. Backups work in a data folder on both engines. */
async function environmentOf({ databaseUrl, dataDir }: ScratchEngine): Promise<Record<string, string>> {
  if (databaseUrl === undefined) return { DATA_DIR: dataDir, DURABLE_WRITES: '0' };
  return { DATABASE_URL: databaseUrl, DATA_DIR: await newFolder() };
}

/** A database with two firms and the work of one. */
async function furnished(name: (typeof engineNames)[number]): Promise<Record<string, string>> {
  const scratch = await scratchEngine(name);
  leftovers.push(() => scratch.remove());
  await using engine = await scratch.open({ synchronous: false });
  await migrate(engine, { folder: migrationsFolder });
  await engine.transaction((transaction) => furnishFirms(transaction, tokens));
  await engine.transaction((transaction) => fillWithSamples(transaction, now));
  return await environmentOf(scratch);
}

/** A place without a database, or with an empty one. */
async function empty(name: (typeof engineNames)[number]): Promise<Record<string, string>> {
  if (name === 'embedded') return { DATA_DIR: join(await newFolder(), 'data'), DURABLE_WRITES: '0' };
  const scratch = await scratchEngine(name);
  leftovers.push(() => scratch.remove());
  return await environmentOf(scratch);
}

/** Creates companies one after another until it is stopped, and notes their ids in the order of the answers. */
function writing(url: string) {
  const state: { isOver: boolean } = { isOver: false };
  let some: () => void = () => undefined;
  const made: string[] = [];
  const isBegun = new Promise<void>((resolve) => (some = resolve));
  const over = (async () => {
    while (!state.isOver) {
      const answer = await fetch(`${url}/api/2023-01/companies`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens.first}`, 'content-type': 'application/json' },
        body: JSON.stringify({ company: { name: `Written ${made.length} \u2028 "é" \\n` } }),
      });
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
      made.push(((await answer.json()) as { company: { id: string } }).company.id);
      if (made.length === 4) some();
    }
  })();
  /** Resolves when a few are made. */
  const begun = Promise.race([isBegun, over]);
  const stop = async () => {
    state.isOver = true;
    await over;
  };
  return { made, begun, stop };
}

/** The ids of all companies that `writing` made. A filter reaches all of them; a search ends after the newest thousand. */
async function idsWritten(service: Awaited<ReturnType<typeof startOn>>): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (let page = 1; ; page += 1) {
    const answer = await service.get(`/companies?name[starts_with]=Written&per_page=500&page=${page}`, tokens.first);
    const { companies } = (await answer.json()) as { companies: { id: string }[] };
    for (const { id } of companies) ids.add(id);
    if (companies.length < 500) return ids;
  }
}

describe.each(engineNames)('a backup of the %s engine', { timeout: 600_000 }, (from) => {
  let source: Record<string, string>;
  let folder: string;
  let file: string;
  /** The companies made before, during and after the backup. */
  let made: readonly string[];
  let before = 0;
  beforeAll(async () => {
    [source, folder] = [await furnished(from), await newFolder()];
    // The load of a long backup would exceed the usual limit.
    const service = await startOn({ ...source, RATE_LIMIT: '0' }, () => undefined);
    const load = writing(service.url);
    await load.begun;
    before = load.made.length;
    const written = await runJson(source, 'backup', folder);
    await load.stop();
    await service.stop();
    expect(written).toMatchObject({ verified: true, migration: expect.stringMatching(/^\d{4}-.*\.sql$/), deleted: [] });
    [file, made] = [written.file, load.made];
  }, 600_000);

  test('is one file that only its owner can read, and nothing is left beside it', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual([basename(file)]);
    expect((await readdir(join(source['DATA_DIR'] ?? '', 'backup-work'))).sort()).toEqual([
      'holder.json',
      expect.stringMatching(/^lock-\d+\.sock$/),
    ]);
  });

  test.each(engineNames)('has all of one instant, and is the same installation on the %s engine', async (to) => {
    const target = await empty(to);
    await runJson(target, 'restore', file);
    const again = await runJson(target, 'backup', await newFolder(), '--no-verify');
    const [saved, restored] = [await inspectBackup(file), await inspectBackup(again.file)];
    expect(saved).toMatchObject({
      engine: from,
      files: { 'accounts.ndjson': { rows: 2 }, 'api_tokens.ndjson': {}, 'jobs.ndjson': {} },
    });
    expect(restored.files).toEqual(saved.files);
    expect(restored.sequences).toEqual(saved.sequences);

    const moved = await startOn(target);
    const ids = await idsWritten(moved);
    const kept = made.filter((id) => ids.has(id));
    expect(kept).toEqual(made.slice(0, kept.length));
    expect(kept.length).toBeGreaterThanOrEqual(before);
    const more = writing(moved.url);
    await more.begun;
    await more.stop();
    expect(Number(more.made[0])).toBeGreaterThan(Math.max(...kept.map(Number)));
    expect((await moved.get('/users/me', tokens.second)).status).toBe(200);
    await moved.stop();
    // A table read later than the others would have histories and messages of records that are not there.
    expect(await run(target, ['check'])).toMatchObject({ status: 0 });
  });

  test('restores the schema that the migrations make', async () => {
    const [target, fresh] = [await empty(from), await scratchEngine(from)];
    leftovers.push(() => fresh.remove());
    await runJson(target, 'restore', file);
    const options = { databaseUrl: target['DATABASE_URL'], dataDir: target['DATA_DIR'] ?? '', synchronous: false };
    await using restored = await openEngine(options);
    await using migrated = await fresh.open({ synchronous: false });
    await migrate(migrated, { folder: migrationsFolder });
    expect(await schemaOf(restored)).toEqual(await schemaOf(migrated));
  });

  test('is refused where there is data, which stays if its replacement fails', async () => {
    const refused = await run(source, ['restore', file]);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toMatch(/--replace\. Plumbline changed nothing\.\n$/);

    const [broken, whole] = [await newFolder(), await runJson(source, 'backup', await newFolder(), '--no-verify')];
    const bad = join(broken, 'plumbline-20260101T000000Z.tar.gz');
    await spoil(file, bad);
    const failed = await run(source, ['restore', bad, '--replace']);
    expect(failed.status).toBe(1);
    expect(failed.stderr).toMatch(/violates foreign key constraint "\w+_fkey"/);
    const after = await runJson(source, 'backup', await newFolder(), '--no-verify');
    expect((await inspectBackup(after.file)).files).toEqual((await inspectBackup(whole.file)).files);

    await runJson(source, 'restore', file, '--replace');
    const replaced = await runJson(source, 'backup', await newFolder(), '--no-verify');
    expect((await inspectBackup(replaced.file)).files).toEqual((await inspectBackup(file)).files);
  });
});

test.each(engineNames)(
  'a backup of an older version on the %s engine is verified, and migrated when it is restored',
  async (name) => {
    const [scratch, target] = [await scratchEngine(name), await empty(name)];
    leftovers.push(() => scratch.remove());
    const old = await scratch.open({ synchronous: false });
    await migrate(old, { folder: migrationsFolder, upTo: 12 });
    await old.query(
      `insert into accounts (name, time_zone, created_at, updated_at) values ('Old', 'UTC', now(), now())`,
    );
    await old[Symbol.asyncDispose]();
    const { file, migration, verified } = await runJson(await environmentOf(scratch), 'backup', await newFolder());
    expect({ migration, verified }).toEqual({ migration: expect.stringMatching(/^0012-/), verified: true });
    const { migrations } = await runJson(target, 'restore', file);
    expect(migrations[0]).toMatch(/^0013-/);
    expect(await runJson(target, 'migrate', '--check')).toEqual({ pending: [] });
    expect(await runJson(target, 'account', 'list')).toMatchObject({ accounts: [{ name: 'Old' }] });
  },
  600_000,
);

test.each(engineNames)(
  'a backup whose rows would be restored otherwise is not kept, on the %s engine',
  async (name) => {
    const [scratch, folder] = [await scratchEngine(name), await newFolder()];
    leftovers.push(() => scratch.remove());
    const changed = await scratch.open({ synchronous: false });
    await migrate(changed, { folder: migrationsFolder });
    await changed.query(`alter table accounts add column by_hand text default 'x'`);
    await changed.query(
      `insert into accounts (name, time_zone, created_at, updated_at) values ('Old', 'UTC', now(), now())`,
    );
    await changed[Symbol.asyncDispose]();
    const { status, stderr } = await run(await environmentOf(scratch), ['backup', folder]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('accounts') });
    expect(await readdir(folder)).toEqual([]);
  },
  600_000,
);

/** Every constraint and index of the schema. */
const schemaOf = async (engine: Queryable): Promise<unknown> =>
  await engine.query(
    `select part from (
      select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as part from pg_constraint
      where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public'
    ) parts order by part collate "C"`,
  );

/** Rewrites a backup so that its last table to check refers to users that it lacks, with checksums that fit. */
async function spoil(file: string, into: string): Promise<void> {
  const files = tarFiles(gunzipSync(await readFile(file)));
  const manifest = JSON.parse(files.get('backup.json')?.toString() ?? '');
  for (const name of ['users.ndjson', 'passwords.ndjson']) {
    files.set(name, Buffer.alloc(0));
    manifest.files[name] = { rows: 0, sha256: createHash('sha256').digest('hex') };
  }
  files.set('backup.json', Buffer.from(JSON.stringify(manifest)));
  await writeFile(into, gzipSync(Buffer.concat([...[...files].map(([name, bytes]) => tarFile(name, bytes)), tarEnd])));
}
