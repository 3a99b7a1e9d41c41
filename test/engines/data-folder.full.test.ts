import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openEmbedded } from '../../src/database/embedded/embedded.ts';
import { DataFolderInUse } from '../../src/database/embedded/folder-lock.ts';
import { type CompiledSource, compileSource } from '../support/programs/compiled-source.ts';
import { type Child, startChild } from '../support/programs/kill-process.ts';
import { type ScratchEngine, scratchFolder } from '../support/programs/scratch-engines.ts';
import { shownDisk } from '../support/programs/shown-disk.ts';

let compiled: CompiledSource;
let scratch: ScratchEngine;
const children: Child[] = [];
beforeAll(async () => {
  compiled = await compileSource();
});
afterAll(() => compiled.remove());
beforeEach(async () => {
  scratch = await scratchFolder();
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.kill('SIGKILL')));
  await scratch.remove();
});

const startHolder = (dataDir: string): Child => {
  const child = startChild(compiled.script('kill-holder'), [dataDir]);
  children.push(child);
  return child;
};
const holding = (line: string) => line === 'holding';

describe('a data folder in use', () => {
  test('is refused to a second process, which learns the holder, and stays intact', async () => {
    const holder = startHolder(scratch.dataDir);
    await holder.line(holding);
    const opening = openEmbedded({ dataDir: scratch.dataDir });
    await expect(opening).rejects.toBeInstanceOf(DataFolderInUse);
    await expect(opening).rejects.toMatchObject({ holder: { pid: holder.process.pid, url: 'http://127.0.0.1:3000' } });
    await expect(opening).rejects.toThrow(`process ${holder.process.pid} `);
    expect(await holder.kill('SIGTERM')).toStrictEqual({ code: 7 });
    await using engine = await openEmbedded({ dataDir: scratch.dataDir });
    expect(await engine.query('select 1 as one')).toStrictEqual([{ one: 1 }]);
  });

  test('is refused within the same process, even under another name, until it is closed', async () => {
    const alias = `${scratch.dataDir}-alias`;
    await symlink(scratch.dataDir, alias);
    const engine = await openEmbedded({ dataDir: scratch.dataDir });
    await expect(openEmbedded({ dataDir: alias })).rejects.toThrow(`in use by process ${process.pid} `);
    await engine.close();
    await engine.close();
    await expect(engine.query('select 1')).rejects.toMatchObject({ code: 'unavailable' });
    await (await openEmbedded({ dataDir: alias })).close();
    await rm(alias);
  });

  test('goes to exactly one of several processes after its holder was killed', async () => {
    const killed = startHolder(scratch.dataDir);
    await killed.line(holding);
    await killed.kill('SIGKILL');
    const starters = [startHolder(scratch.dataDir), startHolder(scratch.dataDir), startHolder(scratch.dataDir)];
    const said = await Promise.all(starters.map((starter) => starter.line(() => true)));
    const winner = starters[said.findIndex(holding)];
    const lost = `in use by ${winner?.process.pid}`;
    expect(said.sort()).toStrictEqual(['holding', lost, lost]);
    expect((await readdir(scratch.dataDir)).filter((name) => name.startsWith('lock-'))).toStrictEqual(['lock-2.sock']);
  });

  test('can have a path that is longer than the path of a socket', async () => {
    const dataDir = join(scratch.dataDir, 'a-folder-with-quite-a-long-name'.repeat(3), 'and-another-one'.repeat(4));
    await mkdir(dataDir, { recursive: true });
    await rename(join(scratch.dataDir, 'postgres'), join(dataDir, 'postgres'));
    const engine = await openEmbedded({ dataDir });
    await expect(openEmbedded({ dataDir })).rejects.toBeInstanceOf(DataFolderInUse);
    await engine.close();
  });
});

describe('the embedded database', () => {
  test('waits for the disk once for each commit, and not for reads', async () => {
    const { disk, state } = shownDisk(compiled);
    await using engine = await openEmbedded({ dataDir: scratch.dataDir, disk });
    await engine.query('create table bids (n integer)');
    await engine.query('checkpoint');
    state.syncs = 0;
    for (let n = 1; n <= 5; n++) {
      await engine.query('insert into bids values ($1)', [n]);
      expect(state.syncs).toBe(n);
    }
    await engine.transaction(async (transaction) => {
      for (let n = 0; n < 10; n++) await transaction.query('insert into bids values ($1)', [n]);
    });
    expect(state.syncs).toBe(6);
    await engine.query('select * from bids');
    expect(state.syncs).toBe(6);
    expect(engine.durable).toBe(true);
    expect(engine.description).toContain('acknowledged writes are on disk');
  });

  test('reports that it is not durable if it does not wait for the disk', async () => {
    const { disk, state } = shownDisk(compiled);
    await using engine = await openEmbedded({ dataDir: scratch.dataDir, synchronous: false, disk });
    await engine.query('create table bids (n integer)');
    expect(state.syncs).toBe(0);
    expect(engine.durable).toBe(false);
    expect(engine.description).toContain('NOT DURABLE');
  });

  const ends = ['fails', 'ends the thread'] as const;

  test.each(ends)('acknowledges nothing once the disk %s, and keeps the earlier writes', async (end) => {
    const { disk, state } = shownDisk(compiled);
    const lost: unknown[] = [];
    const engine = await openEmbedded({ dataDir: scratch.dataDir, disk, onLost: (error) => lost.push(error) });
    await engine.query('create table bids (n integer)');
    await engine.query('insert into bids values (1)');
    state.next = end;
    const refused = engine.transaction((transaction) => transaction.query('insert into bids values (2)'));
    await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
    state.next = 'works';
    await expect(engine.query('insert into bids values (3)')).rejects.toMatchObject({ code: 'unavailable' });
    expect(lost).toHaveLength(1);
    await engine.close();
    await using again = await openEmbedded({ dataDir: scratch.dataDir });
    const rows = await again.query<{ n: number }>('select n from bids order by n');
    expect(rows.map((row) => row.n)).toContain(1);
    expect(rows.map((row) => row.n)).not.toContain(3);
  });

  test('of another version, or incomplete, is refused and left unchanged', async () => {
    const version = join(scratch.dataDir, 'postgres', 'PG_VERSION');
    await writeFile(version, '17\n');
    await expect(openEmbedded({ dataDir: scratch.dataDir })).rejects.toThrow(/is of Postgres 17, this program has 18/);
    await rm(version);
    await expect(openEmbedded({ dataDir: scratch.dataDir })).rejects.toThrow(/is not a complete database/);
    expect(existsSync(join(scratch.dataDir, 'postgres', 'global', 'pg_control'))).toBe(true);
  });
});
