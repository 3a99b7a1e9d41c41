import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { describe, expect, it, onTestFinished } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const execute = promisify(execFile);
const linked = /\]\((?!https?:|#)([^)#]+)/g;

async function packedService(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-packed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await execute(process.execPath, [join(root, 'scripts/pack.js'), 'service', folder]);
  const [file = ''] = await readdir(folder);
  await extract({ file: join(folder, file), cwd: folder });
  return join(folder, 'package');
}

describe('the package of the service', () => {
  it('has no scripts, the pinned versions of the lock file, and every file that its documents link to', async () => {
    const folder = await packedService();
    const read = async (name: string) => JSON.parse(await readFile(name, 'utf8'));
    const packed = await read(join(folder, 'package.json'));
    const locked = (await read(join(root, 'package-lock.json'))).packages;
    expect(packed).not.toHaveProperty('scripts');
    // Later versions warn on Node 20.
    expect(packed.dependencies['light-my-request']).toBe(locked['node_modules/light-my-request'].version);
    const names = await readdir(folder, { recursive: true });
    expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
    expect(names).toContain(join('dist', 'web', 'licenses.md'));
    // The documents of the benchmark link to its sources, which are not packed.
    for (const name of names.filter((one) => one.endsWith('.md') && !/^(dist|bench)/.test(one))) {
      const text = await readFile(join(folder, name), 'utf8');
      const missing = [...text.matchAll(linked)]
        .map(([, to = '']) => join(name, '..', to))
        .filter((to) => !names.includes(to));
      expect([name, missing]).toEqual([name, []]);
    }
  });
});
