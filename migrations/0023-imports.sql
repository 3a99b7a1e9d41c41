-- The files that users import, and what becomes of their rows. `imports` stays small, because every process keeps it.
create table import_states (
  account_id bigint not null,
  id bigint not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The family of the records that the rows make.
  family text not null,
  status text not null,
  problem text,
  -- The parts of the file in `import_chunks`; null once the file is forgotten.
  file_id uuid,
  file_name text,
  file_bytes bigint not null,
  -- The request body's media type.
  media_type text,
  -- `json` keeps the keys in the order in which people wrote them.
  -- Quoted, because `format json` is a clause of Postgres 16.
  "format" json not null,
  sheets jsonb not null,
  columns json not null,
  oddities jsonb not null,
  mapping json not null,
  counts json,
  dry_run json,
  undo json,
  done integer not null default 0,
  total integer,
  -- Counts the passes over the rows. A row shows the result of the last pass only.
  pass integer not null default 0,
  -- Whether the rows in `import_rows` are those of this format and mapping.
  staged boolean not null default false,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  undone_at timestamptz(3),
  created_by_id bigint not null,
  primary key (account_id, id),
  foreign key (account_id, id) references imports
);

create index import_states_newest on import_states (account_id, created_at desc, id desc);

-- The bytes of a file, in order. They arrive before the import is made.
create table import_chunks (
  account_id bigint not null references accounts,
  file_id uuid not null,
  number integer not null,
  received_at timestamptz(3) not null,
  bytes bytea not null,
  primary key (account_id, file_id, number)
);

-- The rows of a file as they were read, and the result of each.
create table import_rows (
  account_id bigint not null,
  import_id bigint not null,
  number integer not null,
  line integer not null,
  cells jsonb not null,
  -- The reason for which the row could not be read.
  fault jsonb,
  -- A digest of the fields that identify the record; null if they are blank.
  key text collate "C",
  -- The record that has these fields, if it is found before the pass.
  target_id bigint,
  -- Several records have them.
  ambiguous jsonb,
  -- The pass that found these records.
  target_pass integer not null default 0,
  pass integer not null default 0,
  result text,
  record_id bigint,
  -- The version of the record after the row was applied.
  version integer,
  errors jsonb,
  -- After an undo: `undone` or `kept`.
  undo text,
  primary key (account_id, import_id, number),
  foreign key (account_id, import_id) references import_states
);

create index import_rows_by_key on import_rows (account_id, import_id, key, number) where key is not null;
create index import_rows_by_result on import_rows (account_id, import_id, result, number) where result is not null;
create index import_rows_by_undo on import_rows (account_id, import_id, undo, number) where undo is not null;

-- The records that an import made because a row refers to them, and the custom fields that it defined.
create table import_made (
  account_id bigint not null,
  import_id bigint not null,
  resource text not null,
  record_id bigint not null,
  version integer not null,
  undo text,
  primary key (account_id, import_id, resource, record_id),
  foreign key (account_id, import_id) references import_states
);

alter table leads add column import_id bigint;
alter table leads add foreign key (account_id, import_id) references imports;
alter table tasks add column import_id bigint;
alter table tasks add foreign key (account_id, import_id) references imports;
alter table calls add column import_id bigint;
alter table calls add foreign key (account_id, import_id) references imports;

create index projects_by_import on projects (account_id, import_id) where import_id is not null;
create index companies_by_import on companies (account_id, import_id) where import_id is not null;
create index contacts_by_import on contacts (account_id, import_id) where import_id is not null;
create index leads_by_import on leads (account_id, import_id) where import_id is not null;
create index tasks_by_import on tasks (account_id, import_id) where import_id is not null;
create index calls_by_import on calls (account_id, import_id) where import_id is not null;

-- A row of a file names a person by the e-mail address.
create index contacts_by_email on contacts (account_id, lower(email)) where deleted_at is null and email is not null;
