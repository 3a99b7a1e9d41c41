import { join } from 'node:path';
import type { Engine, Queryable } from '../../database/engine.ts';
import { readRowTexts, readSettings } from '../../store/transfer/account-rows.ts';
import { lastMigration, readAccountTables } from '../../store/transfer/account-tables.ts';
import { version } from '../../version.ts';
import {
  archiveFormat,
  type FileFacts,
  type Manifest,
  pack,
  refuseExisting,
  withFolderBeside,
  writeLines,
} from './archive-file.ts';
import { archivedColumns, archivedTables, leftOut } from './contents.ts';

/** The file with the settings of the account. */
export const accountFile = 'account.ndjson';

/** The file with the rows of a table. */
export const fileOf = (table: { readonly name: string }): string => `${table.name}.ndjson`;

/** The account to save, and where. */
export interface Saving {
  readonly accountId: string;
  /** The archive to write. */
  readonly file: string;
  readonly now: Date;
}

/**
 * Writes all of an account to an archive, as it is at one instant.
 * @throws {Refusal} `conflict` if the file exists.
 */
export async function saveAccount(engine: Engine, { accountId, file, now }: Saving): Promise<Manifest> {
  await refuseExisting(file);
  return await withFolderBeside(file, async (folder) => {
    const written = await engine.transaction((transaction) => writeFiles(transaction, accountId, folder), {
      isSnapshot: true,
    });
    const manifest: Manifest = {
      ...{ format: archiveFormat, program: version, schema: written.schema, made_at: now.toISOString() },
      account: { id: accountId, name: written.name },
      files: written.files,
      left_out: leftOut,
    };
    await pack(folder, manifest, file);
    return manifest;
  });
}

async function writeFiles(transaction: Queryable, accountId: string, folder: string) {
  const settings = await readSettings(transaction, accountId);
  const files: Record<string, FileFacts> = {
    [accountFile]: await writeLines(join(folder, accountFile), once(settings)),
  };
  for (const table of archivedTables(await readAccountTables(transaction))) {
    const rows = readRowTexts(transaction, { accountId, table, columns: archivedColumns(table) });
    files[fileOf(table)] = await writeLines(join(folder, fileOf(table)), rows);
  }
  const { name } = JSON.parse(settings) as { name: string };
  return { files, name, schema: await lastMigration(transaction) };
}

async function* once(line: string): AsyncGenerator<readonly string[]> {
  yield await Promise.resolve([line]);
}
