-- The time at which a project was closed, its next step, and what is left to earn on a won one.
alter table projects
  add column closed_at timestamptz(3),
  add column next_step text,
  add column next_step_on date,
  add column remaining_amount numeric(15, 2),
  add column remaining_as_of date;

-- A project closed with the last change of its close type, or with its creation.
update projects p set closed_at = closed.at
from (
  select c.account_id, c.record_id, max(c.at) as at
  from changes c
  where c.resource = 'projects' and c.fields ? 'close_type'
  group by c.account_id, c.record_id
) closed
where closed.account_id = p.account_id and closed.record_id = p.id and p.close_type is not null;

update projects p set closed_at = p.created_at where p.close_type is not null and p.closed_at is null;
