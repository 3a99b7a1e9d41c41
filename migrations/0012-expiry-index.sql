-- Of indexes that begin alike a plan made while a table was empty may take either. This one serves the statement that
-- names its condition, and no other; the condition holds for all.
drop index idempotency_keys_expiry;

create index idempotency_keys_expiry on idempotency_keys (account_id, created_at) where created_at > '-infinity';
