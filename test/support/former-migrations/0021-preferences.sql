-- How a saved view is shown. The service stores it as it comes and does not read it.
alter table saved_views add column display jsonb;
alter table saved_views alter column display set storage external;

-- The preferences of each user, written by the programs that the user works with.
create table preferences (
  account_id bigint not null references accounts,
  user_id bigint not null,
  version integer not null default 1,
  updated_at timestamptz(3) not null,
  document jsonb not null default '{}',
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users
);
