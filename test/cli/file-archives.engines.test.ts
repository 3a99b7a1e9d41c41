import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { tarEnd, tarFile, tarFiles } from '../support/data/tar-files.ts';
import { contents, digestOf, objectOf, objectsIn, placeWithFiles, sum } from './attached-files.ts';
import { type Environment, run, runJson, startOn } from './command-line.ts';

const place = placeWithFiles();
let scratch: string;
let archive: string;
beforeAll(async () => {
  scratch = await place.newFolder();
  archive = join(scratch, 'first.tar.gz');
  await runJson(place.environment, 'export', archive, '--account', '1');
});

const store = (): string => join(place.environment['DATA_DIR'] ?? '', 'files');

const objectOfSecond = (content: string): string => objectOf(content).replace(/^1/, '2');

interface Spoilt {
  readonly blobs?: (blobs: Map<string, string>) => void;
  readonly rows?: (text: string) => string;
  readonly counted?: { readonly count: number; readonly bytes: number } | null;
}

/** Writes the archive with other contents, or other rows of files, and a manifest that fits. */
async function spoilt({ blobs = () => undefined, rows = (text) => text, counted }: Spoilt): Promise<string> {
  const all = new Map(
    [...tarFiles(gunzipSync(await readFile(archive)))].map(([name, bytes]) => [name, bytes.toString()]),
  );
  const manifest = JSON.parse(all.get('manifest.json') ?? '');
  const text = rows(all.get('files.ndjson') ?? '');
  all.set('files.ndjson', text);
  manifest.files['files.ndjson'].sha256 = createHash('sha256').update(text).digest('hex');
  const before = new Map([...all].filter(([name]) => name.startsWith('files/')));
  for (const name of before.keys()) all.delete(name);
  blobs(before);
  const bytes = [...before.values()].join('').length;
  manifest.blobs = counted === undefined ? { count: before.size, bytes } : counted;
  all.set('manifest.json', JSON.stringify(manifest));
  const file = join(scratch, 'spoilt.tar.gz');
  const parts = [...all, ...before].map(([name, content]) => tarFile(name, content));
  await writeFile(file, gzipSync(Buffer.concat([...parts, tarEnd])));
  return file;
}

const refusalOf = async (spoiling: Spoilt, environment: Environment = {}): Promise<string> => {
  const args = ['import-account', await spoilt(spoiling), '--account', '2'];
  const { status, stderr } = await run({ ...place.environment, ...environment }, args);
  expect(status).toBe(1);
  return stderr;
};

const [first] = contents;
const nameOf = (content: string): string => `files/${digestOf(content)}`;

test.each<[string, Spoilt, RegExp]>([
  [
    'other bytes',
    { blobs: (all) => all.set(nameOf(first), first.toUpperCase()) },
    /must have the bytes of its SHA-256/,
  ],
  ['another size', { blobs: (all) => all.set(nameOf(first), `${first}!`) }, /must have 14 bytes/],
  ['contents that no file has', { blobs: (all) => all.set(nameOf('new'), 'new') }, /must be named by a file/],
  ['a name that is no digest', { blobs: (all) => all.set('files/../../x', 'new') }, /lacks files/],
  ['too few', { blobs: (all) => all.delete(nameOf(first)), counted: { count: 2, bytes: sum } }, /lacks files/],
  ['none, which the manifest left out', { counted: null }, /lacks files/],
  ['rows of other sizes', { rows: (text) => text.replace('"size":14', '"size":15') }, /must have 15 bytes/],
  ['a digest of another form', { rows: (text) => text.replace(/"sha256":"/, '"sha256":"../') }, /sha256/],
  [
    'a file that is a link',
    { rows: (text) => text.replace('"kind":"file"', '"kind":"link"') },
    /must fit the contents/,
  ],
])('import-account refuses an archive with %s, and puts nothing', async (_, spoiling, words) => {
  expect(await refusalOf(spoiling)).toMatch(words);
  expect((await objectsIn(store())).filter((name) => name.startsWith('2'))).toEqual([]);
});

test('import-account refuses an archive beyond the quota', async () => {
  expect(await refusalOf({}, { FILES_QUOTA_BYTES: String(sum - 1) })).toContain('FILES_QUOTA_BYTES');
});

test('an archive over HTTP fits IMPORT_MAX_BYTES, or leaves contents out', async () => {
  const { tokens } = await import('../support/service/template.ts');
  const service = await startOn({ ...place.environment, IMPORT_MAX_BYTES: '1' });
  const refused = await service.get('/account/archive', tokens.first);
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({ detail: expect.stringContaining('plumbline export') }),
  ]);
  const without = await service.get('/account/archive?files=0', tokens.first);
  const files = tarFiles(gunzipSync(Buffer.from(await without.arrayBuffer())));
  expect([...files.keys()].filter((name) => name.startsWith('files/'))).toEqual([]);
  expect(JSON.parse(files.get('manifest.json')?.toString() ?? '')).toMatchObject({ format: 2, blobs: null });
});

test('an archive gives an account its files back, each once', async () => {
  const lean = join(scratch, 'lean.tar.gz');
  await runJson(place.environment, 'export', lean, '--account', '1', '--no-files');
  expect([...tarFiles(gunzipSync(await readFile(lean))).keys()].filter((name) => name.startsWith('files/'))).toEqual(
    [],
  );

  await runJson(place.environment, 'import-account', archive, '--account', '2');
  for (const content of contents) {
    expect(await readFile(join(store(), objectOfSecond(content)), 'utf8')).toBe(content);
  }
  const owner = ['--scopes', 'read', '--name', 'restored', '--account', '2'];
  const made = await runJson(place.environment, 'token', 'create', ...owner);
  const service = await startOn(place.environment);
  const read = async (path: string) => service.get(path, made.api_token.token);
  const { files } = (await (await read(`/files?project_id=${place.projectId}&sort=name`)).json()) as {
    files: { id: string }[];
  };
  const texts = files.map(async ({ id }) => (await read(`/files/${id}/content`)).text());
  expect(await Promise.all(texts)).toEqual(contents);
  expect(JSON.stringify(await (await read('/file_usage')).json())).toContain(`"bytes":${sum}`);
  await service.stop();
  expect(await run(place.environment, ['check'])).toMatchObject({ status: 0 });
});
