import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
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
  const part = join(folder, 'archive.tar.gz');
  await pipeline(packed(folder, manifest), createWriteStream(part, { flags: 'wx' }));
  await refuseExisting(file);
  await rename(part, file);
}

/** The bytes of the archive of a folder of files, while it is packed. */
export async function* packed(folder: string, manifest: Manifest): AsyncGenerator<Uint8Array> {
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
  const names = [manifestName, ...Object.keys(manifest.files)];
  yield* create({ gzip: true, cwd: folder, portable: true, mtime: new Date(manifest.made_at) }, names);
}

/** @throws {Refusal} `conflict` if the file exists. */
export async function refuseExisting(file: string): Promise<void> {
  if ((await stat(file).catch(() => null)) === null) return;
  throw new Refusal('conflict', `${file} exists already. Name another file, or remove it.`);
}

const expectedName = /^(?:\.\/)?(?:manifest\.json|[a-z_]+\.ndjson)$/;

/**
 * Unpacks an archive into a folder and compares every file with the manifest.
 * @param name of the archive in messages.
 * @throws {Refusal} `validation_failed` if the file is no archive of an account, or is damaged.
 */
export async function unpack(file: string, folder: string, name = file): Promise<Manifest> {
  await stat(file);
  await extract({ file, cwd: folder, strict: true, filter: (path) => expectedName.test(path) }).catch(
    (cause: unknown) => {
      const writers = '"Settings > Data" and "plumbline export" write it';
      throw damaged(`${name} is not a whole archive of an account, as ${writers}.`, cause);
    },
  );
  const manifest = await readManifest(name, folder);
  const found = (await readdir(folder)).filter((part) => part !== manifestName).sort();
  const expected = Object.keys(manifest.files).sort();
  if (found.join() !== expected.join()) throw damaged(`${name} lacks files that its manifest names, or has others.`);
  for (const [part, facts] of Object.entries(manifest.files)) {
    if ((await hashOf(join(folder, part))) === facts.sha256) continue;
    throw damaged(`${name} is damaged: ${part} is not as its manifest says. Nothing was changed.`);
  }
  return manifest;
}

const damaged = (detail: string, cause?: unknown): Refusal => new Refusal('validation_failed', detail, { cause });

async function readManifest(name: string, folder: string): Promise<Manifest> {
  try {
    const manifest = JSON.parse(await readFile(join(folder, manifestName), 'utf8')) as Manifest;
    if (manifest.format === archiveFormat) return manifest;
    throw damaged(`${name} has a form that this version of the program does not know.`);
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw damaged(`${name} is not an archive of an account: it has no manifest.`, cause);
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes as Uint8Array);
  return hash.digest('hex');
}
