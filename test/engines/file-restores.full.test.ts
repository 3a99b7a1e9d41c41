import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { asking } from '../support/data/keyed-load.ts';
import { builtProgram } from '../support/programs/built.ts';
import { type Child, startChild } from '../support/programs/kill-process.ts';
import { addressOf, killableService, token } from '../support/programs/killable-service.ts';
import { emptyFolder, engineNames, scratchEngine } from '../support/programs/scratch-engines.ts';

const startService = killableService();

const headers = { authorization: `Bearer ${token}` };
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Large enough that a restore takes a while to copy them. */
const contents = Array.from({ length: 24 }, () => randomBytes(1024 * 1024));

/** A database on an engine, and a folder for its files. A restore makes the database of a data folder itself. */
async function newPlace(name: (typeof engineNames)[number], { isForRestore = false } = {}) {
  const engine = await scratchEngine(name);
  const folder = engine.dataDir || (await emptyFolder());
  if (isForRestore) await rm(join(folder, 'postgres'), { recursive: true, force: true });
  onTestFinished(async () => {
    await engine.remove();
    await rm(folder, { recursive: true, force: true });
  });
  const database = engine.databaseUrl === undefined ? { DURABLE_WRITES: '0' } : { DATABASE_URL: engine.databaseUrl };
  const environment = { ...database, DATA_DIR: folder };
  return {
    files: join(folder, 'files'),
    serve: () => startService(engine, { DATA_DIR: folder }),
    command: async (...args: string[]) => startChild(await builtProgram(), args, environment),
  };
}

/** The paths of the objects in a folder of files. Others, such as unfinished parts, have other names. */
async function objectsIn(folder: string): Promise<string[]> {
  const names = existsSync(folder) ? await readdir(folder, { recursive: true }) : [];
  return names.filter((name) => /[\\/][\da-f]{64}$/.test(name)).map((name) => join(folder, name));
}

async function upload(service: Child): Promise<string[]> {
  const url = await addressOf(service);
  const { project } = (await asking(url, token)('POST', '/projects', { project: { name: 'Lab' } })).body;
  const ids: string[] = [];
  for (const [at, body] of contents.entries()) {
    const path = `${url}/api/2023-01/files/upload?project_id=${project.id}&name=${at}.bin`;
    const response = await fetch(path, { method: 'POST', headers, body });
    expect(response.status).toBe(201);
    ids.push(((await response.json()) as { file: { id: string } }).file.id);
  }
  return ids;
}

/** Kills a process once a folder has some of the objects, but not all. */
async function killAmid(restore: Child, files: string): Promise<void> {
  while ((await objectsIn(files)).length < 3) {
    if (restore.process.exitCode !== null) throw new Error('The restore ended before it was killed.');
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await restore.kill('SIGKILL');
}

const pairs = engineNames.map((from) => [from, engineNames.find((name) => name !== from) ?? from] as const);

test.each(pairs)(
  'a backup with files of the %s engine is restored on the %s engine, also after a kill',
  async (from, to) => {
    const source = await newPlace(from);
    const serving = source.serve();
    const ids = await upload(serving);
    await serving.kill('SIGTERM');
    const folder = await emptyFolder();
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    expect(await (await source.command('backup', folder, '--no-verify')).ended).toEqual({ code: 0 });
    const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.tar.gz'));

    const target = await newPlace(to, { isForRestore: true });
    await killAmid(await target.command('restore', join(folder, name)), target.files);
    const left = await objectsIn(target.files);
    expect(left.length).toBeLessThan(contents.length);
    // Each object that the killed restore has left is whole.
    for (const path of left) expect(path.endsWith(sha256(await readFile(path)))).toBe(true);

    expect(await (await target.command('restore', join(folder, name))).ended).toEqual({ code: 0 });
    const restored = target.serve();
    const url = await addressOf(restored);
    for (const [at, id] of ids.entries()) {
      const response = await fetch(`${url}/api/2023-01/files/${id}/content`, { headers });
      expect([at, response.status]).toEqual([at, 200]);
      expect(contents[at]?.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
    }
    await restored.kill('SIGTERM');
    expect((await objectsIn(target.files)).length).toBe(contents.length);
    expect(await (await target.command('check', '--deep')).ended).toEqual({ code: 0 });
  },
  240_000,
);
