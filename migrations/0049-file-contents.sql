-- The contents of files. An account has each blob once, however many of its files have these bytes. `touched_at` is the
-- time at which an upload last claimed the blob; a blob under erasure has `erasing_at`.
create table file_blobs (
  account_id bigint not null references accounts,
  sha256 text not null,
  size numeric(15,0) not null,
  touched_at timestamptz(3) not null,
  erasing_at timestamptz(3),
  primary key (account_id, sha256)
);

-- The sum of the sizes of the blobs of an account. Its row is the lock of the quota.
create table file_usage (
  account_id bigint primary key references accounts,
  bytes numeric(18,0) not null
);

-- The files that have the bytes of a blob.
create index files_by_sha256 on files (account_id, sha256) where sha256 is not null;
