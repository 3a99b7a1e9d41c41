import { join } from 'node:path';
import type { Engine, Queryable } from '../../database/engine.ts';
import { Refusal } from '../../refusal.ts';
import { lists } from '../../resources/lists.ts';
import { findAccount } from '../../store/access/accounts.ts';
import {
  advanceNumbers,
  countRows,
  deleteRows,
  insertRowTexts,
  writeSettings,
} from '../../store/transfer/account-rows.ts';
import { type AccountTable, lastMigration, readAccountTables } from '../../store/transfer/account-tables.ts';
import { newSecret } from '../../webhooks/signature.ts';
import { type Manifest, readLines, unpack, withFolderBeside } from './archive-file.ts';
import { foundIn } from './archived-search.ts';
import { archivedColumns, archivedTables } from './contents.ts';
import { accountFile, fileOf } from './save-account.ts';

/** The archive to restore, and the account that it replaces. */
export interface Restoring {
  readonly accountId: string;
  readonly file: string;
  /** The name of the archive in messages; by default, its path. */
  readonly name?: string;
  readonly now: Date;
  /** Called with the number of rows once the archive and the account are found to be fit, before anything is written. */
  readonly begun?: (total: number) => void;
  /** Called with the number of rows that are written. */
  readonly progressed?: (done: number) => void;
}

/**
 * Puts all of an archive into an account that has no records, under its own ids, in one transaction. The archive
 * replaces the lists, the users, the passwords and the tokens with which the account was created.
 * @throws {Refusal} `validation_failed` if the archive is damaged or of another schema, `conflict` if the account has
 * records. Nothing has changed then.
 */
export async function restoreAccount(engine: Engine, restoring: Restoring): Promise<Manifest> {
  const { accountId, file, name = file, now, begun, progressed } = restoring;
  return await withFolderBeside(file, async (folder) => {
    const manifest = await unpack(file, folder, name);
    await engine.transaction(async (transaction) => {
      await refuseOtherSchema(transaction, manifest, name);
      await findAccount(transaction, accountId, 'for update');
      const tables = await readAccountTables(transaction);
      await refuseRecords(transaction, accountId, archivedTables(tables));
      begun?.(Object.values(manifest.files).reduce((sum, { rows }) => sum + rows, 0));
      for (const table of tables.toReversed()) await deleteRows(transaction, { accountId, table });
      await fill(transaction, accountId, { tables: archivedTables(tables), folder, now, progressed });
    });
    return manifest;
  });
}

async function refuseOtherSchema(transaction: Queryable, manifest: Manifest, name: string): Promise<void> {
  const own = await lastMigration(transaction);
  if (manifest.schema === own) return;
  throw new Refusal(
    'validation_failed',
    `${name} was written by version ${manifest.program} with the schema ${manifest.schema}, and this database has ` +
      `${own}. Bring the installation that wrote it to this version, and export again. Nothing was changed.`,
  );
}

/** The tables in which an account has rows from the beginning. */
const begunWith: ReadonlySet<string> = new Set([
  ...lists.map(({ plural }) => plural),
  ...['project_stages', 'users', 'changes', 'preferences', 'search_terms'],
]);

async function refuseRecords(
  transaction: Queryable,
  accountId: string,
  tables: readonly AccountTable[],
): Promise<void> {
  const found: string[] = [];
  for (const table of tables) {
    const most = table.name === 'users' ? 1 : 0;
    if (begunWith.has(table.name) && most === 0) continue;
    const count = await countRows(transaction, { accountId, table });
    if (count > most) found.push(`${count} ${table.name.replaceAll('_', ' ')}`);
  }
  if (found.length === 0) return;
  throw new Refusal(
    'conflict',
    `Account ${accountId} is in use: it has ${found.join(', ')}. Restore the archive into an account ` +
      'without records, such as a new one of "plumbline account create". Nothing was changed.',
  );
}

interface Filling {
  readonly tables: readonly AccountTable[];
  readonly folder: string;
  readonly now: Date;
  readonly progressed: Restoring['progressed'];
}

async function fill(transaction: Queryable, accountId: string, filling: Filling): Promise<void> {
  const { tables, folder, now, progressed } = filling;
  let done = 0;
  for await (const [settings = '{}'] of readLines(join(folder, accountFile))) {
    await writeSettings(transaction, accountId, settings);
  }
  for (const table of tables) {
    const added = additions[table.name];
    const columns = [...archivedColumns(table), ...(added?.columns ?? [])];
    for await (const lines of readLines(join(folder, fileOf(table)))) {
      const found = columns.includes('search') ? lines.map((line) => foundIn(line, accountId)) : lines;
      const rows = added ? found.map((line) => withMore(line, added.values(now))) : found;
      await insertRowTexts(transaction, { accountId, table, columns }, rows);
      done += rows.length;
      progressed?.(done);
    }
    await advanceNumbers(transaction, { accountId, table });
  }
}

interface Addition {
  readonly columns: readonly string[];
  readonly values: (now: Date) => object;
}

/** The columns that an archive leaves out and a row needs. */
const additions: Readonly<Record<string, Addition>> = {
  webhooks: {
    columns: ['secret', 'disabled_at', 'disabled_reason'],
    values: (now) => ({ secret: newSecret(), disabled_at: now.toISOString(), disabled_reason: 'manual' }),
  },
};

const withMore = (line: string, more: object): string => `${line.slice(0, -1)},${JSON.stringify(more).slice(1)}`;
