import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Engine, Queryable } from '../../database/engine.ts';
import { StatementError } from '../../database/engine-errors.ts';
import type { ObjectTarget } from '../../files/copy-object.ts';
import { Refusal, unchanged } from '../../refusal.ts';
import { lists } from '../../resources/lists.ts';
import { findAccount } from '../../store/access/accounts.ts';
import { insertJob } from '../../store/jobs/jobs.ts';
import { pastKind } from '../../store/jobs/upgrade-jobs.ts';
import { insertBlob } from '../../store/files/stored-blobs.ts';
import { writeSettings } from '../../store/transfer/account-settings.ts';
import { countRows, deleteRows, insertRowTexts } from '../../store/transfer/rows.ts';
import { advanceNumbers } from '../../store/transfer/sequences.ts';
import { lastMigration, readAccountTables, type StoredTable } from '../../store/transfer/tables.ts';
import { newSecret } from '../../webhooks/signature.ts';
import { unfit } from '../unfit-file.ts';
import { accountFile, digestOfFile, type Manifest, readAccountArchive } from './archive-file.ts';
import { archivedColumns, archivedTables } from './contents.ts';
import { type PutBlobs, puttingBlobs } from './put-blobs.ts';
import { handOver, type RestoredAccount, type Restorer } from './hand-over.ts';
import { type ArchiveExpectations, judgeArchive } from './judge-archive.ts';
import { parsedRow, type ArchiveRow } from './parsed-row.ts';
import { rowInAccount } from './row-in-account.ts';

/** The archive to restore, and the account that it replaces. */
export interface AccountRestore {
  readonly accountId: string;
  readonly bytes: () => AsyncIterable<Uint8Array>;
  /** The name of the archive in messages. */
  readonly name: string;
  readonly now: Date;
  /** Where the contents of files go. */
  readonly to: ObjectTarget;
  /** The user or command line that restores, for the audit log. */
  readonly by: Restorer;
  /** Called with the number of rows that are written. */
  readonly progressed?: (done: number) => void;
}

interface FileToRestore extends Pick<ArchiveExpectations, 'limits' | 'quota'> {
  readonly file: string;
}

/**
 * Judges an archive, and puts all of it into an account that has no records, under its own ids, in one transaction. The
 * archive replaces the lists, the users, the passwords and the tokens with which the account was created.
 * @throws {Refusal} `validation_failed` if the archive is damaged, of another schema, or has rows that no account may
 * have; `conflict` if the account has records. The account then stays as it was.
 */
export async function restoreAccount(
  engine: Engine,
  { file: name, limits, quota, ...restoring }: Omit<AccountRestore, 'bytes' | 'name'> & FileToRestore,
): Promise<RestoredAccount> {
  await stat(name);
  const bytes = (): AsyncIterable<Uint8Array> => createReadStream(name);
  const { accountId, now } = restoring;
  const expected = { ...(await expectedOf(engine, accountId)), limits, quota, now };
  const manifest = await judgeArchive({ bytes: bytes(), name, most: Number.POSITIVE_INFINITY }, expected);
  return await restoreJudged(engine, { ...restoring, bytes, name, manifest });
}

/**
 * The tables and the schema that an archive for an account must have.
 * @throws {Refusal} `conflict` if the account has records.
 */
export async function expectedOf(
  engine: Queryable,
  accountId: string,
): Promise<Pick<ArchiveExpectations, 'tables' | 'schema'>> {
  const tables = archivedTables(await readAccountTables(engine));
  await refuseRecords(engine, accountId, tables);
  return { tables, schema: await lastMigration(engine) };
}

/** Restores a judged archive in one transaction. */
export async function restoreJudged(
  engine: Engine,
  { manifest, ...restoring }: AccountRestore & { readonly manifest: Manifest },
): Promise<RestoredAccount> {
  const { accountId } = restoring;
  const restore = async (transaction: Queryable, put: PutBlobs): Promise<RestoredAccount> => {
    await findAccount(transaction, accountId, 'for update');
    const all = await readAccountTables(transaction);
    const tables = archivedTables(all);
    await refuseRecords(transaction, accountId, tables);
    for (const table of all.toReversed()) await deleteRows(transaction, { accountId, table });
    await fill((work) => work(transaction), { ...restoring, tables, put });
    return await endRestore(transaction, { ...restoring, tables, manifest });
  };
  return await puttingBlobs(restoring.to, (put) => engine.transaction((transaction) => restore(transaction, put)));
}

interface Ending extends AccountRestore {
  readonly tables: readonly StoredTable[];
  readonly manifest: Manifest;
}

/** Ends a restore whose rows are written. */
export async function endRestore(transaction: Queryable, { tables, ...ending }: Ending): Promise<RestoredAccount> {
  const { accountId, now } = ending;
  await advanceNumbers(transaction, accountId, tables);
  await insertJob(transaction, { accountId, kind: pastKind, subjectId: null, input: {} }, now);
  return await handOver(transaction, ending);
}

/** The tables in which an account has rows from the beginning. */
const begunWith: ReadonlySet<string> = new Set([
  ...lists.map(({ plural }) => plural),
  ...['project_number_counters', 'project_stages', 'users', 'changes', 'preferences', 'search_terms'],
]);

/** @throws {Refusal} `conflict` if the account has records. */
export async function refuseRecords(
  transaction: Queryable,
  accountId: string,
  tables: readonly StoredTable[],
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
      'without records, such as a new one of "plumbline account create". ' +
      unchanged,
  );
}

/** Runs work in a transaction: all in one, or each in its own. */
export type Write = (work: (transaction: Queryable) => Promise<void>) => Promise<void>;

/** The rows of an archive, and the contents of files. */
interface Filling extends AccountRestore {
  readonly tables: readonly StoredTable[];
  readonly put: PutBlobs;
}

/** Writes the rows of an archive, some at a time, then the contents of files. */
export async function fill(
  write: Write,
  { accountId, bytes, name, now, progressed, tables, put }: Filling,
): Promise<void> {
  let done = 0;
  for await (const arriving of readAccountArchive({ bytes: bytes(), name }, Number.POSITIVE_INFINITY)) {
    const sha256 = digestOfFile(arriving.name);
    if (sha256 !== undefined) {
      const blob = { accountId, sha256, size: arriving.size };
      await put(blob, arriving.bytes);
      await write((transaction) => insertBlob(transaction, blob, now));
      continue;
    }
    const table = tables.find((one) => one.name === arriving.table);
    for await (const { first, texts } of arriving.lines) {
      const rows = texts.map((text) => parsedRow(text) ?? {});
      const place = `${name}: ${arriving.name}, lines ${first} to ${first + texts.length - 1}`;
      await write(async (transaction) => {
        if (arriving.name === accountFile) await writeSettings(transaction, accountId, JSON.stringify(rows[0]));
        if (table) await insertRows(transaction, rows, { accountId, table, now });
      }).catch((error: unknown) => {
        throw refusalOf(error, place);
      });
      if (table) done += rows.length;
      progressed?.(done);
    }
  }
}

async function insertRows(
  transaction: Queryable,
  rows: readonly ArchiveRow[],
  { accountId, table, now }: Pick<AccountRestore, 'accountId' | 'now'> & { readonly table: StoredTable },
): Promise<void> {
  const added = additions[table.name];
  const columns = [...archivedColumns(table).map(({ name }) => name), ...(added?.columns ?? [])];
  const lines = rows.map((row) =>
    JSON.stringify({ ...rowInAccount(table.name, row, accountId), ...added?.values(now) }),
  );
  await insertRowTexts(transaction, { accountId, table, columns }, lines);
}

/** Postgres refuses a row whose value or reference the schemas do not know: classes 22 and 23 of its errors. */
function refusalOf(error: unknown, place: string): unknown {
  if (!(error instanceof StatementError) || !/^2[23]/.test(error.code)) return error;
  return unfit(`${place}: ${error.message}${error.detail === undefined ? '' : ` (${error.detail})`}.`, error);
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
