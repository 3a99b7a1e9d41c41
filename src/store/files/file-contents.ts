import type { Queryable } from '../../database/engine.ts';
import { fileOwnerFields } from '../../resources/files.ts';
import { ownerIs } from './file-owners.ts';

/** A file as its contents are served. */
export interface ContentRow {
  readonly kind: string;
  readonly name: string;
  readonly media_type: string | null;
  readonly size: number | null;
  readonly sha256: string | null;
  /** Whether the account still has the blob. */
  readonly has_blob: boolean;
  /** The owner, by the plural of its family, if it is in the trash. */
  readonly trashed_owner: string | null;
}

/** A live file with its contents; undefined if there is none. */
export async function readContent(engine: Queryable, accountId: string, id: string): Promise<ContentRow | undefined> {
  const [row] = await engine.query<ContentRow>(
    `select t.kind, t.name, t.media_type, t.size, t.sha256,
      exists (
        select from file_blobs b where b.account_id = $1::bigint and b.sha256 = t.sha256 and b.erasing_at is null
      ) as has_blob,
      case ${Object.entries(fileOwnerFields)
        .map(
          ([plural, column]) =>
            `when exists (
              select from ${plural} o where o.account_id = $1::bigint and o.id = t.${column} and o.deleted_at is not null
            ) then '${plural}'`,
        )
        .join(' ')} end as trashed_owner
    from files t where t.account_id = $1::bigint and t.id = $2::bigint and t.deleted_at is null`,
    [accountId, id],
  );
  return row;
}

/** SQL: whether the owner of the file `t` is in the trash. */
export const ownerInTrash = ownerIs('o.deleted_at is not null');

/** The contents of an account in numbers. */
export interface FileUsage {
  /** The live files with contents. */
  readonly files: number;
  /** The bytes of all blobs. */
  readonly bytes: number;
  /** The bytes of the blobs that no live file of a live owner has. */
  readonly trash_bytes: number;
}

/** The contents of an account in numbers. */
export async function readUsage(engine: Queryable, accountId: string): Promise<FileUsage> {
  const [usage] = await engine.query<FileUsage>(
    `select
      (
        select count(*)::integer from files t
        where t.account_id = $1::bigint and t.sha256 is not null and t.deleted_at is null
      ) as files,
      coalesce((select u.bytes from file_usage u where u.account_id = $1::bigint), 0) as bytes,
      coalesce((
        select sum(b.size) from file_blobs b where b.account_id = $1::bigint and not exists (
          select from files t where t.account_id = $1::bigint and t.sha256 = b.sha256 and t.deleted_at is null
            and not ${ownerInTrash}
        )
      ), 0) as trash_bytes`,
    [accountId],
  );
  return usage ?? { files: 0, bytes: 0, trash_bytes: 0 };
}
