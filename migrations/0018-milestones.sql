-- The milestone of a stage, the days after which its projects are stale, and the time at which a bid was submitted.
alter table project_stages add column milestone text, add column stale_after_days integer;

alter table projects add column submitted_at timestamptz(3);

-- Stages that an account still has from its start get what a new account starts with.
update project_stages s
set stale_after_days = initial.days, milestone = case when s.category = 'open' then initial.milestone end
from (
  values ('tracking', 60, null), ('qualifying', 21, null), ('rfq_prequalification', 30, null), ('budgeting', 45, null),
    ('bid_submitted', 14, 'submitted'), ('shortlisted', 14, 'submitted'), ('negotiating', 14, 'submitted'),
    ('verbal_award', 21, 'committed'), ('on_hold', 90, null)
) as initial (key, days, milestone)
where s.key = initial.key;

update accounts set directory_version = directory_version + 1;

-- A bid was submitted when its project first entered a stage with a milestone or a won one.
update projects p set submitted_at = entered.at
from (
  select c.account_id, c.project_id, min(c.at) as at
  from stage_changes c
  join project_stages s on s.account_id = c.account_id and s.id = c.to_stage_id
  where s.milestone is not null or s.category = 'won'
  group by c.account_id, c.project_id
) entered
where entered.account_id = p.account_id and entered.project_id = p.id;

-- A project that was won in another stage submitted its bid, at the latest, when it closed.
update projects p set submitted_at = coalesce((
  select c.at from changes c
  where c.account_id = p.account_id and c.resource = 'projects' and c.record_id = p.id and c.fields ? 'close_type'
  order by c.id desc limit 1
), p.created_at)
where p.close_type = 'won' and p.submitted_at is null;

-- The version of the project after the move, and the time at which its user took it back. Then it counts as not made.
alter table stage_changes add column version integer, add column taken_back_at timestamptz(3);

-- The bids to submit next, in the order of their due dates.
create index projects_to_submit on projects (account_id, bid_due_date, id)
  where deleted_at is null and submitted_at is null;
