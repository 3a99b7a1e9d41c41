import { access, constants, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EngineMistake } from '../engine-errors.ts';

/**
 * Runs work that writes to a data folder, and explains a failure because this user cannot write to a part of it.
 * Postgres itself only stops then.
 * @throws {EngineMistake} with the first such path.
 */
export async function explainingReadOnly<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const found = cause instanceof EngineMistake ? undefined : await findReadOnly(dataDir);
    if (found === undefined) throw cause;
    throw new EngineMistake(
      [
        `The data folder ${dataDir} is read-only: this user cannot write to ${found.path} (${found.code}). ` +
          'Give it to the user that runs the program, mount it for writing, or set DATA_DIR.',
      ],
      cause,
    );
  }
}

async function findReadOnly(dataDir: string): Promise<{ path: string; code: string } | undefined> {
  const database = join(dataDir, 'postgres');
  const names = await readdir(database, { recursive: true }).catch(() => []);
  for (const path of [dataDir, database, ...names.map((name) => join(database, name))]) {
    const code = await codeOf(path);
    if (codes.has(code)) return { path, code };
  }
  return undefined;
}

/** A path that does not exist is read-only if its folder is. */
async function codeOf(path: string): Promise<string> {
  try {
    await access(path, constants.W_OK);
    return '';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return code === 'ENOENT' && dirname(path) !== path ? await codeOf(dirname(path)) : code;
  }
}

const codes = new Set(['EACCES', 'EPERM', 'EROFS']);
