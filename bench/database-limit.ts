import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projects } from '../src/resources/projects.ts';
import { selectByIdText } from '../src/store/rows/select-by-id.ts';

/**
 * The rate, per second, at which the database runs the product's own statement for one project, by pgbench. A service
 * with one query for each record cannot exceed it. Null if pgbench is not installed.
 */
export async function databaseLimit(url: string, count: number, seconds: number): Promise<number | null> {
  const program = pgbench();
  if (program === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-pgbench-'));
  const script = join(folder, 'one.sql');
  const statement = selectByIdText(projects).replaceAll('$1', '1').replaceAll('$2', 'array[:id]').replaceAll('\n', ' ');
  await writeFile(script, `\\set id random(1, ${count})\n${statement};\n`);
  const given = ['-n', '-M', 'prepared', '-c', '10', '-j', '2', '-T', String(seconds), '-f', script, url];
  try {
    const { stdout } = await promisify(execFile)(program, given);
    const told = /tps = ([\d.]+)/.exec(stdout)?.[1];
    return told === undefined ? null : Math.round(Number(told));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The file of pgbench: on the path, or where Debian installs it. */
function pgbench(): string | null {
  const debian = '/usr/lib/postgresql';
  const folders = (process.env['PATH'] ?? '').split(':');
  const releases = existsSync(debian) ? readdirSync(debian).map((release) => join(debian, release, 'bin')) : [];
  return [...folders, ...releases].map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file)) ?? null;
}
