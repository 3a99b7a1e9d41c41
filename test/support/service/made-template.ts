import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import type { Engine } from '../../../src/database/engine.ts';
import { migrate, migrationsFolder } from '../../../src/database/migrations/migrate.ts';
import { openEngine } from '../../../src/store/store.ts';
import { blankDatabase } from '../programs/blank-database.ts';
import { copyFolder } from '../programs/copy-folder.ts';
import { scratchRoot } from '../programs/scratch-root.ts';
import './guard.ts';
import { furnishFirms, type Template, tokens } from './template.ts';

/** A template, with the way to remove it and all its copies. */
export interface MadeTemplate {
  readonly template: Template;
  readonly remove: () => Promise<void>;
}

/** Makes the database that each suite copies. @param server the URL of the Postgres server, if not the embedded engine. */
export const makeTemplate = (server: string | undefined): Promise<MadeTemplate> =>
  server === undefined ? onEmbedded() : onPostgres(server);

/** Migrates the database and adds two similar firms, so that every suite can try to reach the records of the other. */
async function furnish(engine: Engine): Promise<void> {
  await migrate(engine, { folder: migrationsFolder });
  await engine.transaction((transaction) => furnishFirms(transaction, tokens));
  await engine[Symbol.asyncDispose]();
}

async function onEmbedded(): Promise<MadeTemplate> {
  const folder = await mkdtemp(join(scratchRoot(), 'plumbline-tests-'));
  const source = join(folder, 'template');
  await mkdir(source);
  await copyFolder(await blankDatabase(), join(source, 'postgres'));
  await furnish(await openEngine({ dataDir: source, synchronous: false }));
  return { template: { kind: 'embedded', source }, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function onPostgres(server: string): Promise<MadeTemplate> {
  const name = `plumbline_tests_${process.pid}`;
  const admin = postgres(server, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`drop database if exists ${name}`);
  await admin.unsafe(`create database ${name} encoding 'UTF8' template template0`);
  await admin.unsafe(`alter database ${name} set synchronous_commit = off`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  await furnish(await openEngine({ databaseUrl: url.href, dataDir: '' }));
  const remove = async (): Promise<void> => {
    const copies = await admin<
      { datname: string }[]
    >`select datname from pg_database where datname like ${`${name}\\_%`} or datname = ${name}`;
    for (const { datname } of copies) await admin.unsafe(`drop database if exists ${datname} with (force)`);
    await admin.end();
  };
  return { template: { kind: 'postgres', source: name, server }, remove };
}
