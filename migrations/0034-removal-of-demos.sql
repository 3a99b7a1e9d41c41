-- The sample data's own changes have one of these request ids, come after this change of the account, and are not later
-- than the start of the filling. A client may use a request id again. The records are their numbers by family.
alter table demos
  add column request_ids text[] not null default '{}',
  add column after_change bigint not null default 0,
  add column records jsonb not null default '{}';

-- The companies are among the records that later parts refer to, so their ids are known.
update demos d set request_ids = array(
  select c.request_id from changes c
  where c.account_id = d.account_id and c.resource = 'companies' and c.action = 'create' and c.record_id = (
    select made.value::bigint from jsonb_each_text(d.made) made where made.key like 'companies/%' limit 1
  ) and c.request_id is not null
  limit 1
);
