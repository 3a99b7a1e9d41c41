import type { Queryable } from '../../database/engine.ts';

/** A file of an account. */
export interface FileOf {
  readonly accountId: string;
  readonly fileId: string;
}

/** Stores the next part of a file. */
export const insertChunk = (
  engine: Queryable,
  { accountId, fileId }: FileOf,
  { number, bytes, now }: { readonly number: number; readonly bytes: Uint8Array; readonly now: Date },
): Promise<unknown> =>
  engine.query(
    `insert into import_chunks (account_id, file_id, number, received_at, bytes)
    values ($1::bigint, $2::uuid, $3::integer, $4::timestamptz, decode($5, 'base64'))`,
    [accountId, fileId, number, now.toISOString(), Buffer.from(bytes).toString('base64')],
  );

/** A part of a file, counted from 0; undefined beyond its end. */
export async function readChunk(
  engine: Queryable,
  { accountId, fileId }: FileOf,
  number: number,
): Promise<Uint8Array | undefined> {
  const [chunk] = await engine.query<{ bytes: string }>(
    `select encode(bytes, 'base64') as bytes from import_chunks
    where account_id = $1::bigint and file_id = $2::uuid and number = $3::integer`,
    [accountId, fileId, number],
  );
  return chunk && Buffer.from(chunk.bytes, 'base64');
}

/** Deletes a file. */
export const deleteFile = (engine: Queryable, { accountId, fileId }: FileOf): Promise<unknown> =>
  engine.query('delete from import_chunks where account_id = $1::bigint and file_id = $2::uuid', [accountId, fileId]);

/** Deletes up to `most` parts of a file. @returns whether there may be more. */
export async function deleteFileParts(
  transaction: Queryable,
  { accountId, fileId }: FileOf,
  most: number,
): Promise<boolean> {
  const gone = await transaction.query(
    `delete from import_chunks where account_id = $1::bigint and file_id = $2::uuid and number in (
      select number from import_chunks where account_id = $1::bigint and file_id = $2::uuid
      order by number limit $3::integer)
    returning number`,
    [accountId, fileId, most],
  );
  return gone.length === most;
}

/** Deletes the parts of the account's files that arrived before a time without becoming an import. */
export const deleteAbandonedFiles = (engine: Queryable, accountId: string, before: Date): Promise<unknown> =>
  engine.query(
    `delete from import_chunks c where c.account_id = $1::bigint and c.received_at < $2::timestamptz
      and not exists (select from import_states s where s.account_id = $1::bigint and s.file_id = c.file_id)`,
    [accountId, before.toISOString()],
  );
