import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { embeddedLoader } from './embedded-loader.ts';
import { firmSize } from './firm.ts';
import { cloneFirm } from './clone-firm.ts';
import { type Loader, loadFirm } from './load.ts';
import { postgresLoader } from './postgres-loader.ts';
import { startSubject } from './processes.ts';
import { startOfProduct } from './product.ts';

/** A database with a firm in it. */
export interface Database extends AsyncDisposable {
  /** The variables by which the product finds the database. */
  readonly environment: Readonly<Record<string, string>>;
  open(): Promise<Loader>;
}

export interface Filling {
  /** The number of projects of each firm. */
  readonly projects: number;
  /** One by default. */
  readonly firms?: number;
  /** Whether to reuse a database that exists already, and to keep it. */
  readonly keep: boolean;
}

/** A separate database on a server, made and filled unless a kept one exists. */
export async function postgresDatabase(server: string, { projects, firms = 1, keep }: Filling): Promise<Database> {
  const name = `plumbline_bench_${projects}${firms > 1 ? `_of_${firms}` : ''}`;
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
  if (firms > 1) await cloneInto(database, firms);
  await admin.unsafe(`comment on database ${name} is 'filled'`);
  return database;
}

/** An embedded database in a separate data folder. */
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

/** Fills a database. The product itself makes the tables and the account. */
async function fill(database: Database, projects: number): Promise<void> {
  const first = await startSubject(startOfProduct(database.environment));
  await first[Symbol.asyncDispose]();
  await using loader = await database.open();
  await loadFirm(loader, firmSize(projects));
}

async function cloneInto(database: Database, firms: number): Promise<void> {
  await using loader = await database.open();
  await cloneFirm(loader, firms);
}
