-- The last use of a token. It is apart from the tokens, because a sharded server keeps those on all nodes, and each use
-- would be written to all of them.
create table token_uses (
  account_id bigint not null,
  token_id bigint not null,
  last_used_at timestamptz(3) not null,
  -- The end of a session, which each use defers; null for the token of a program.
  expires_at timestamptz(3),
  primary key (account_id, token_id)
);

-- Nobody sees when an access token of an OAuth client was used.
insert into token_uses (account_id, token_id, last_used_at, expires_at)
  select account_id, id, last_used_at, case when idle_seconds is not null then expires_at end
  from api_tokens where last_used_at is not null and oauth_client_id is null;

alter table api_tokens drop column last_used_at;
