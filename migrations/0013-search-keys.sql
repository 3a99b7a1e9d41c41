-- What an index finds a record by: each word of its search text, the whole words of its long text, the month in which
-- it was made, and a key that all have; and the words of search texts for each family, among which a search looks
-- first. src/store/search-text.ts says how.
alter table search_terms add column is_word boolean not null default true;

-- A word that is too long for an index is kept in parts that overlap by half.
create function pg_temp.parts(words text) returns setof text language sql as $$
  select distinct substr(word, start, 510) from regexp_split_to_table(words, '[ \n]+') word,
    generate_series(1, case when length(word) > 510 then length(word) else 1 end, 255) start
  where word <> ''
$$;

create function pg_temp.keys(words text, whole text[], made timestamptz) returns text[] language sql as $$
  select array(select '=' || part from pg_temp.parts(words) part union all select '~' || word from unnest(whole) word)
    || to_char(made at time zone 'UTC', '"#"YYYY-MM') || '*'::text
$$;

alter table companies add column search_keys text[] not null default '{}';
alter table contacts add column search_keys text[] not null default '{}';
alter table projects add column search_keys text[] not null default '{}';
alter table leads add column search_keys text[] not null default '{}';
alter table task_lists add column search_keys text[] not null default '{}';
alter table tasks add column search_keys text[] not null default '{}';

-- The indexes of what was searched before go first: they would be written for every row.
drop index companies_search_text, contacts_search_text, projects_search_text, leads_search_text,
  task_lists_search_text, tasks_search_text, companies_search_words, projects_search_words, leads_search_words,
  tasks_search_words, search_terms_spelling;

update companies set search_keys = pg_temp.keys(search_text, search_words, created_at);
update contacts set search_keys = pg_temp.keys(search_text, '{}', created_at);
update projects set search_keys = pg_temp.keys(search_text, search_words, created_at);
update leads set search_keys = pg_temp.keys(search_text, search_words, created_at);
update task_lists set search_keys = pg_temp.keys(search_text, '{}', created_at);
update tasks set search_keys = pg_temp.keys(search_text, search_words, created_at);

alter table companies drop column search_words;
alter table projects drop column search_words;
alter table leads drop column search_words;
alter table tasks drop column search_words;

-- What was written lately is searched line by line until it is sorted into an index.
create index companies_search_keys on companies using gin (search_keys) with (gin_pending_list_limit = 128);

create index contacts_search_keys on contacts using gin (search_keys) with (gin_pending_list_limit = 128);

create index projects_search_keys on projects using gin (search_keys) with (gin_pending_list_limit = 128);

create index leads_search_keys on leads using gin (search_keys) with (gin_pending_list_limit = 128);

create index task_lists_search_keys on task_lists using gin (search_keys) with (gin_pending_list_limit = 128);

create index tasks_search_keys on tasks using gin (search_keys) with (gin_pending_list_limit = 128);

-- Those that are there already are words.
insert into search_terms (account_id, resource, term, is_word)
select account_id, resource, part, part ~ '^[[:alpha:]]{4,64}$' from (
  select account_id, 'companies' as resource, search_text from companies
  union all select account_id, 'contacts', search_text from contacts
  union all select account_id, 'leads', search_text from leads
  union all select account_id, 'projects', search_text from projects
  union all select account_id, 'task_lists', search_text from task_lists
  union all select account_id, 'tasks', search_text from tasks
) searched, pg_temp.parts(search_text) part
where not exists (
  select from search_terms s where s.account_id = searched.account_id and s.resource = searched.resource and s.term = part
)
group by account_id, resource, part;

-- Terms that contain a part of a word; and, of words, those that are spelt alike, among which no code gets in the way.
create index search_terms_containing on search_terms using gin (term gin_trgm_ops) with (gin_pending_list_limit = 128);

create index search_terms_spelling on search_terms using gin (term gin_trgm_ops) with (gin_pending_list_limit = 128)
  where is_word;

drop function pg_temp.keys, pg_temp.parts;
