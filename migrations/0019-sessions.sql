-- People who sign in with a browser. Their sessions, and the links that set a password, are credentials beside the
-- tokens of programs: rows with a purpose.
alter table api_tokens
  add column purpose text,
  -- A session ends so many seconds after its last use.
  add column idle_seconds integer,
  add column address text,
  add column browser text;

drop index api_tokens_newest;

create index api_tokens_newest on api_tokens (account_id, created_at desc, id desc)
  where revoked_at is null and oauth_client_id is null and purpose is null;

create index api_tokens_of_browsers on api_tokens (account_id, user_id, created_at desc, id desc)
  where purpose is not null and revoked_at is null;

create index api_tokens_to_forget on api_tokens (account_id, expires_at) where purpose is not null;

-- Finds who signs in, before the account is known.
create index users_by_email on users (lower(email)) where deleted_at is null;

-- The browsers in which a user has signed in. The guesses of others do not hold up a right password from one of them.
create table known_browsers (
  account_id bigint not null,
  user_id bigint not null,
  hash bytea not null,
  last_used_at timestamptz(3) not null,
  primary key (account_id, user_id, hash),
  foreign key (account_id, user_id) references users
);
