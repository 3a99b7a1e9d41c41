import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../src/client');
const generated = 'operations.ts';

async function handWritten(): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name !== generated);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).flatMap((text) =>
    text.split('\n'),
  );
}

test('the client has at most 7 kB, minified and compressed', async () => {
  const [bundle] = (await build({
    ...{ configFile: false, logLevel: 'error' },
    build: {
      ...{ write: false, minify: true },
      lib: { entry: join(folder, 'client.ts'), formats: ['es'], fileName: 'client' },
    },
  })) as Rolldown.RolldownOutput[];
  const [chunk] = bundle?.output ?? [];
  expect(chunk?.imports).toEqual([]);
  expect(gzipSync(chunk?.code ?? '').length).toBeLessThan(7 * 1024);
});

test('the types have at most 80 kB, compressed', async () => {
  expect(gzipSync(await readFile(join(folder, generated))).length).toBeLessThan(80 * 1024);
});

test('the client has at most 600 lines of code, and imports only itself', async () => {
  const lines = await handWritten();
  expect(lines.filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)).length).toBeLessThanOrEqual(600);
  const imported = lines.flatMap((line) => /from '([^']+)'/.exec(line)?.[1] ?? []);
  expect(imported.filter((from) => !from.startsWith('./'))).toEqual([]);
});
