-- An OAuth client that an expiring token makes ends with that token.
alter table oauth_clients add column expires_at timestamptz(3);

-- Finds the oldest access tokens of a client that has too many.
create index api_tokens_of_one_client on api_tokens (account_id, oauth_client_id, expires_at desc)
  where oauth_client_id is not null;
