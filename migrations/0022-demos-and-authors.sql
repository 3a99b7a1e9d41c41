-- The sample data that an account was filled with over HTTP: how far its job is.
create table demos (
  account_id bigint primary key references accounts,
  status text not null,
  -- Steps of the sample data; the total is known once they are planned.
  done integer not null default 0,
  total integer,
  -- The reason, in words, if the job could not go on.
  problem text,
  -- The ids of the records that later parts of the sample data refer to, by their names in it.
  made jsonb not null default '{}',
  started_at timestamptz(3) not null,
  finished_at timestamptz(3)
);

-- Who made the change that a message reports, and the version of the record after it. Older messages lack both.
alter table webhook_messages add column user_id bigint, add column version integer;
