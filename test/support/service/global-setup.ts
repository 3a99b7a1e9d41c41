import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import type { Engine } from '../../../src/database/engine.ts';
import { migrate, migrationsFolder } from '../../../src/database/migrations/migrate.ts';
import { openEngine } from '../../../src/store/open-engine.ts';
import { blankDatabase } from '../programs/blank-database.ts';
import { copyFolder } from '../programs/copy-folder.ts';
import { scratchRoot } from '../programs/scratch-root.ts';
import './guard.ts';
import { furnishFirms, type Template, tokens } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template: Template;
  }
}

/** Migrates the database and adds two similar firms, so that every suite can try to reach the records of the other. */
async function furnish(engine: Engine): Promise<void> {
  await migrate(engine, { folder: migrationsFolder });
  await engine.transaction((transaction) => furnishFirms(transaction, tokens));
  await engine[Symbol.asyncDispose]();
}

async function onEmbedded(): Promise<[Template, () => Promise<void>]> {
  const folder = await mkdtemp(join(scratchRoot(), 'plumbline-tests-'));
  const source = join(folder, 'template');
  await mkdir(source);
  await copyFolder(await blankDatabase(), join(source, 'postgres'));
  await furnish(await openEngine({ dataDir: source, synchronous: false }));
  return [{ kind: 'embedded', source }, () => rm(folder, { recursive: true, force: true })];
}

async function onPostgres(server: string, project: string): Promise<[Template, () => Promise<void>]> {
  const name = `plumbline_tests_${process.pid}_${project}`;
  const admin = postgres(server, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`drop database if exists ${name}`);
  await admin.unsafe(`create database ${name} encoding 'UTF8' template template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  await furnish(await openEngine({ databaseUrl: url.href, dataDir: '' }));
  const remove = async (): Promise<void> => {
    const copies = await admin<{ datname: string }[]>`select datname from pg_database where datname like ${`${name}%`}`;
    for (const { datname } of copies) await admin.unsafe(`drop database if exists ${datname} with (force)`);
    await admin.end();
  };
  return [{ kind: 'postgres', source: name, server }, remove];
}

/** Makes the template that each suite copies. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_ENGINE: engine, TEST_DATABASE_URL: server } = project.config.env as Record<string, string | undefined>;
  const [template, remove] = engine === 'postgres' ? await onPostgres(server ?? '', project.name) : await onEmbedded();
  project.provide('template', template);
  return remove;
}
