-- The results of a bulk under way. A key of such a bulk has the status 0 until its answer is stored.
create table bulk_results (
  account_id bigint not null references accounts,
  token_id bigint not null,
  key text not null,
  -- The number of rows of the request after this part.
  rows_done integer not null,
  results jsonb not null,
  primary key (account_id, token_id, key, rows_done),
  foreign key (account_id, token_id, key) references idempotency_keys on delete cascade
);
