-- Results repeat ids as the client gave them, and `jsonb` cannot hold each such text: not a NUL, not half of a character.
alter table bulk_results alter column results type text using results::text;

-- An earlier version could leave results under the key of a bulk that has ended.
delete from bulk_results r using idempotency_keys k
where k.account_id = r.account_id and k.token_id = r.token_id and k.key = r.key and k.status <> 0;
