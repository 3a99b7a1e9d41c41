import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Runs `use` with a path to the socket that the system accepts. The system accepts about a hundred bytes, so a longer
 * path goes through a symbolic link that exists only while `use` runs.
 */
export async function withShortPath<Result>(path: string, use: (path: string) => Promise<Result>): Promise<Result> {
  if (Buffer.byteLength(path) <= maxBytes) return use(path);
  const folder = await mkdtemp(join(shortTemporaryFolder(), 'plumb-'));
  try {
    const shortcut = join(folder, 'd');
    await symlink(resolve(dirname(path)), shortcut);
    return await use(join(shortcut, basename(path)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** macOS limits the path to 104 bytes, Linux to 108. */
const maxBytes = 100;

/** A temporary folder whose path leaves room for the appended names. */
function shortTemporaryFolder(): string {
  const folder = tmpdir();
  return Buffer.byteLength(folder) <= 60 ? folder : '/tmp';
}
