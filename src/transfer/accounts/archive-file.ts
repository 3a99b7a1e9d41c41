import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { create, extract } from 'tar';
import { Refusal } from '../../refusal.ts';

/** What an archive says about itself. */
export interface Manifest {
  /** The form of the archive. */
  readonly format: number;
  /** The version of the program that wrote it. */
  readonly program: string;
  /** The last migration of the database that it was written from. */
  readonly schema: string;
  readonly made_at: string;
  readonly account: { readonly id: string; readonly name: string };
  /** The files with rows, by name. */
  readonly files: Readonly<Record<string, FileFacts>>;
  /** The tables that the archive leaves out, each with the reason. */
  readonly left_out: Readonly<Record<string, string>>;
}

/** The number of rows of a file, and the SHA-256 of its bytes in hex. */
export interface FileFacts {
  readonly rows: number;
  readonly sha256: string;
}

/** Runs the work with a new folder beside a file, and removes the folder. Only this user can read the folder. */
export async function withFolderBeside<Result>(
  file: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(dirname(resolve(file)), '.plumbline-'));
  try {
    return await work(folder);
  } finally {
    // The unpacking of a broken archive may still create a file.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Writes lines to a file, and counts and hashes them. */
export async function writeLines(path: string, lines: AsyncIterable<readonly string[]>): Promise<FileFacts> {
  const hash = createHash('sha256');
  let rows = 0;
  await using file = await open(path, 'wx');
  for await (const some of lines) {
    const bytes = Buffer.from(some.map((line) => `${line}\n`).join(''));
    hash.update(bytes);
    rows += some.length;
    await file.writeFile(bytes);
  }
  return { rows, sha256: hash.digest('hex') };
}

/** The lines of a file, some at a time. A line ends with a line feed alone: texts may have other line separators. */
export async function* readLines(path: string): AsyncGenerator<readonly string[]> {
  let rest = '';
  for await (const piece of createReadStream(path, { encoding: 'utf8' })) {
    const lines = `${rest}${piece as string}`.split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
}

/** The form of the archives that this program writes and reads. */
export const archiveFormat = 1;

const manifestName = 'manifest.json';

/**
 * Packs a folder of files as an archive. The file appears when it is complete.
 * @throws {Refusal} `conflict` if the file exists.
 */
export async function pack(folder: string, manifest: Manifest, file: string): Promise<void> {
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
  const part = join(folder, 'archive.tar.gz');
  const names = [manifestName, ...Object.keys(manifest.files)];
  await create({ gzip: true, file: part, cwd: folder, portable: true, mtime: new Date(manifest.made_at) }, names);
  await refuseExisting(file);
  await rename(part, file);
}

/** @throws {Refusal} `conflict` if the file exists. */
export async function refuseExisting(file: string): Promise<void> {
  if ((await stat(file).catch(() => null)) === null) return;
  throw new Refusal('conflict', `${file} exists already. Name another file, or remove it.`);
}

const expectedName = /^(?:\.\/)?(?:manifest\.json|[a-z_]+\.ndjson)$/;

/**
 * Unpacks an archive into a folder and compares every file with the manifest.
 * @throws {Refusal} `validation_failed` if the file is no archive of an account, or is damaged.
 */
export async function unpack(file: string, folder: string): Promise<Manifest> {
  await stat(file);
  await extract({ file, cwd: folder, strict: true, filter: (path) => expectedName.test(path) }).catch(
    (cause: unknown) => {
      throw damaged(`${file} is not a whole archive of "plumbline export".`, cause);
    },
  );
  const manifest = await readManifest(file, folder);
  const found = (await readdir(folder)).filter((name) => name !== manifestName).sort();
  const expected = Object.keys(manifest.files).sort();
  if (found.join() !== expected.join()) throw damaged(`${file} lacks files that its manifest names, or has others.`);
  for (const [name, facts] of Object.entries(manifest.files)) {
    if ((await hashOf(join(folder, name))) === facts.sha256) continue;
    throw damaged(`${file} is damaged: ${name} is not as its manifest says. Nothing was changed.`);
  }
  return manifest;
}

const damaged = (detail: string, cause?: unknown): Refusal => new Refusal('validation_failed', detail, { cause });

async function readManifest(file: string, folder: string): Promise<Manifest> {
  try {
    const manifest = JSON.parse(await readFile(join(folder, manifestName), 'utf8')) as Manifest;
    if (manifest.format === archiveFormat) return manifest;
    throw damaged(`${file} has a form that this version of the program does not know.`);
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw damaged(`${file} is not an archive of "plumbline export": it has no manifest.`, cause);
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes as Uint8Array);
  return hash.digest('hex');
}
