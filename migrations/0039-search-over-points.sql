-- The service searches over points and apostrophes too (J.E. and JE, O'Brien and OBrien), and more characters count as
-- ones that nobody sees. A job for each account writes the sort keys and the search words of its records anew, unless
-- the job of an earlier migration has not begun.
insert into jobs (account_id, created_at, kind, input, due_at)
select a.id, now(), 'refold', '{}', now() from accounts a
where not exists (select from jobs j where j.account_id = a.id and j.kind = 'refold' and j.progress is null);
