-- The service searches over points and apostrophes too (J.E. and JE, O'Brien and OBrien), and more characters count as
-- ones that nobody sees. A job for each account writes the sort keys and the search words of its records anew.
insert into jobs (account_id, created_at, kind, input, due_at)
select id, now(), 'refold', '{}', now() from accounts;
