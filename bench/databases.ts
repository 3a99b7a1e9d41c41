import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { embeddedLoader } from './embedded-loader.ts';
import { firmSize } from './firm.ts';
import { type Loader, loadFirm } from './load.ts';
import { postgresLoader } from './postgres-loader.ts';
import { startSubject } from './processes.ts';
import { startOfProduct } from './product.ts';

/** A database with a firm in it. */
export interface Database extends AsyncDisposable {
  /** By which the product finds it. */
  readonly environment: Readonly<Record<string, string>>;
  open(): Promise<Loader>;
}

export interface Filling {
  readonly projects: number;
  /** A database that is there already is taken as it is, and stays. */
  readonly keep: boolean;
}

/** A database of its own on a server, made and filled unless it is there. */
export async function postgresDatabase(server: string, { projects, keep }: Filling): Promise<Database> {
  const name = `plumbline_bench_${projects}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const admin = postgres(server, { max: 1, onnotice: () => undefined });
  const drop = () => admin.unsafe(`drop database if exists ${name} with (force)`);
  const database: Database = {
    environment: { DATABASE_URL: url.href },
    open: async () => postgresLoader(url.href),
    async [Symbol.asyncDispose]() {
      if (!keep) await drop();
      await admin.end();
    },
  };
  const filled =
    await admin`select from pg_database where datname = ${name} and shobj_description(oid, 'pg_database') = 'filled'`;
  if (keep && filled.length > 0) return database;
  await drop();
  await admin.unsafe(`create database ${name}`);
  await fill(database, projects);
  await admin.unsafe(`comment on database ${name} is 'filled'`);
  return database;
}

/** A data folder of its own. */
export async function embeddedDatabase({ projects, keep }: Filling): Promise<Database> {
  const folder = join(tmpdir(), `plumbline-bench-${projects}`);
  const remove = () => rm(folder, { recursive: true, force: true });
  const database: Database = {
    environment: { DATA_DIR: folder },
    open: () => embeddedLoader(folder),
    [Symbol.asyncDispose]: async () => (keep ? undefined : remove()),
  };
  if (keep && existsSync(join(folder, 'filled'))) return database;
  await remove();
  await fill(database, projects);
  await writeFile(join(folder, 'filled'), '');
  return database;
}

/** The product itself makes the tables and the account. */
async function fill(database: Database, projects: number): Promise<void> {
  const first = await startSubject(startOfProduct(database.environment));
  await first[Symbol.asyncDispose]();
  await using loader = await database.open();
  await loadFirm(loader, firmSize(projects));
}
