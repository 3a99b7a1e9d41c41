-- The words of a record as a tsvector, with the account before each word and the rank as its weight. It replaces the
-- search text and the search keys. src/store/rows/search-words.ts says how the service writes it.

-- The old indexes go first: each updated row would be written to them.
drop index companies_search_keys, contacts_search_keys, projects_search_keys, leads_search_keys, task_lists_search_keys,
  tasks_search_keys, search_terms_containing, search_terms_spelling;

-- The nearest that SQL comes to the service's folding. Rows that change later are written anew.
create function pg_temp.folded(value text) returns text language sql as $$
  select lower(regexp_replace(normalize(coalesce(value, ''), NFKD), '[\u0300-\u036f]', '', 'g'))
$$;

create function pg_temp.words(line text) returns setof text language sql as $$
  select distinct part
  from (
    select coalesce(
      nullif(regexp_replace(regexp_replace(start, '^["''“„«([{<]+', ''), '["''”»)\]}>.,;:!?]+$', ''), ''), start
    ) as cut
    from regexp_split_to_table(translate(line, '‘’‐‑‒–—―', '''''------'), '\s+') word, lateral (
      select left(word, 100)
      union all select left(substr(word, at), 100)
      from generate_series(2, case when word ~ '[^[:alnum:]][[:alnum:]]' then least(length(word), 2000) end) at
      where substr(word, at - 1, 2) ~ '^[^[:alnum:]][[:alnum:]]'
    ) starts (start)
    where word <> ''
  ) cuts, unnest(array[cut, substring(left(cut, 64) from '^[^[:punct:][:digit:][:cntrl:]]+')]) part
  where part <> ''
$$;

-- The first line of a search text is the title, with weight A. The lines up to last_b have weight B, up to last_c C.
create function pg_temp.vector(
  account bigint, made timestamptz, lines text, last_b bigint, last_c bigint, long_text text
) returns tsvector language sql as $$
  select concat_ws(' ',
    to_char(made at time zone 'UTC', '"''' || account || '#"YYYY-MM"'':1D"'),
    string_agg('''' || account || ':' || replace(replace(word, '\', '\\'), '''', '''''') || ''':1' || weight, ' ')
  )::tsvector
  from (
    select word, weight, sum(octet_length(word) + 25) over (order by weight, word) as size from (
      select word, case when place = 1 then 'A' when place <= last_b then 'B' else 'C' end as weight
      from string_to_table(lines, E'\n') with ordinality as given (line, place), pg_temp.words(line) word
      where place <= last_c
      union all (select word, 'D' from pg_temp.words(pg_temp.folded(long_text)) word limit 5000)
    ) weighed
  ) sized
  where size < 750000
$$;

alter table companies add column search tsvector not null default '';
alter table contacts add column search tsvector not null default '';
alter table projects add column search tsvector not null default '';
alter table leads add column search tsvector not null default '';
alter table task_lists add column search tsvector not null default '';
alter table tasks add column search tsvector not null default '';

update companies set search = pg_temp.vector(account_id, created_at, search_text, 2, 8, description);
update contacts set search = pg_temp.vector(account_id, created_at, search_text, 3, 3, null);
update projects set search = pg_temp.vector(account_id, created_at, search_text, 3, 9, description);
update leads set search = pg_temp.vector(account_id, created_at, search_text, 2, 8, description);
update task_lists set search = pg_temp.vector(account_id, created_at, search_text, 1, 1, null);
update tasks set search = pg_temp.vector(account_id, created_at, search_text, 1, 1, notes);

alter table companies drop column search_text, drop column search_keys;
alter table contacts drop column search_text, drop column search_keys;
alter table projects drop column search_text, drop column search_keys;
alter table leads drop column search_text, drop column search_keys;
alter table task_lists drop column search_text, drop column search_keys;
alter table tasks drop column search_text, drop column search_keys;

-- An index keeps recent writes unsorted, and every search reads them. It sorts them after 128 kB.
create index companies_search on companies using gin (search) with (gin_pending_list_limit = 128);

create index contacts_search on contacts using gin (search) with (gin_pending_list_limit = 128);

create index projects_search on projects using gin (search) with (gin_pending_list_limit = 128);

create index leads_search on leads using gin (search) with (gin_pending_list_limit = 128);

create index task_lists_search on task_lists using gin (search) with (gin_pending_list_limit = 128);

create index tasks_search on tasks using gin (search) with (gin_pending_list_limit = 128);

-- The terms are the words of letters alone, in the order of their characters: a search looks up those that begin so.
truncate search_terms;

alter table search_terms drop column is_word, alter column term type text collate "C";

insert into search_terms (account_id, resource, term)
select distinct account_id, resource, substring(lexeme from '^[0-9]+:([^[:punct:][:digit:][:cntrl:]]{1,64})$') from (
  select account_id, 'companies' as resource, unnest(tsvector_to_array(search)) as lexeme from companies
  union all select account_id, 'contacts', unnest(tsvector_to_array(search)) from contacts
  union all select account_id, 'leads', unnest(tsvector_to_array(search)) from leads
  union all select account_id, 'projects', unnest(tsvector_to_array(search)) from projects
  union all select account_id, 'task_lists', unnest(tsvector_to_array(search)) from task_lists
  union all select account_id, 'tasks', unnest(tsvector_to_array(search)) from tasks
) lexemes
where lexeme ~ '^[0-9]+:[^[:punct:][:digit:][:cntrl:]]{1,64}$';

create index search_terms_spelling on search_terms using gin (term gin_trgm_ops) with (gin_pending_list_limit = 128);

drop function pg_temp.vector, pg_temp.words, pg_temp.folded;
