-- The service folds strokes (Łódź) and characters that nobody sees, and searches over hyphens (I-35, I35). A job for
-- each account writes the sort keys and the search words of its records anew. src/store/write/refold.ts says how.
insert into jobs (account_id, created_at, kind, input, due_at)
select id, now(), 'refold', '{}', now() from accounts;
