-- The sample data of an earlier version begins with its users, whose ids are known. Without this mark, a change from
-- before it with the same request id would count as the sample data's own.
update demos d set after_change = coalesce((
  select min(c.id) - 1 from changes c
  where c.account_id = d.account_id and c.resource = 'users' and c.action = 'create' and c.record_id in (
    select made.value::bigint from jsonb_each_text(d.made) made where made.key like 'users/%'
  )
), 0)
where d.after_change = 0;
