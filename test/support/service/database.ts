import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import postgres from 'postgres';
import { copyFolder } from '../programs/copy-folder.ts';
import { scratchRoot } from '../programs/scratch-root.ts';
import type { Template } from './template.ts';

/** A suite's copy of the template, with the environment variables that select it. */
export interface Database {
  readonly environment: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

export async function copyOf(template: Template): Promise<Database> {
  return template.kind === 'embedded' ? await folderOf(template.source) : await databaseOf(template);
}

async function folderOf(source: string): Promise<Database> {
  const folder = await mkdtemp(join(dirname(source), 'suite-'));
  await copyFolder(join(source, 'postgres'), join(folder, 'postgres'));
  return {
    environment: { DATA_DIR: folder, DURABLE_WRITES: '0' },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function databaseOf({ source, server }: Template & { kind: 'postgres' }): Promise<Database> {
  const name = `${source}_${randomBytes(6).toString('hex')}`;
  const admin = postgres(server, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${name} template ${source}`);
  // As on the embedded engine, no test but those of the engines waits for the disk.
  await admin.unsafe(`alter database ${name} set synchronous_commit = off`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const folder = await mkdtemp(join(scratchRoot(), 'files-'));
  return {
    environment: { DATABASE_URL: url.href, DATA_DIR: folder },
    remove: async () => {
      await rm(folder, { recursive: true, force: true });
      // Postgres writes a checkpoint first. No test waits for it, and the run removes what is left at its end.
      void admin.unsafe(`drop database if exists ${name} with (force)`).catch(() => undefined);
      void admin.end();
    },
  };
}
