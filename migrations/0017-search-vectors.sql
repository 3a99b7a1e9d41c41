-- The words of a record as a tsvector, with the account before each word and the rank as its weight. It replaces the
-- search text and the search keys. src/store/rows/search-words.ts says how the service writes it.

-- The old indexes go first: each updated row would be written to them.
drop index companies_search_keys;
drop index contacts_search_keys;
drop index projects_search_keys;
drop index leads_search_keys;
drop index task_lists_search_keys;
drop index tasks_search_keys;
drop index search_terms_containing;
drop index search_terms_spelling;

alter table companies add column search tsvector not null default '';
alter table contacts add column search tsvector not null default '';
alter table projects add column search tsvector not null default '';
alter table leads add column search tsvector not null default '';
alter table task_lists add column search tsvector not null default '';
alter table tasks add column search tsvector not null default '';

-- The terms are the words of letters alone, in the order of their characters: a search looks up those that begin so.
truncate search_terms;

alter table search_terms drop column is_word;
alter table search_terms alter column term type text collate "C";

-- The words of the records. The nodes of a sharded server lack these functions: there the jobs of 0035 write the words.
do $words$ begin
  if to_regclass('pg_dist_partition') is not null then
    if exists (select from pg_dist_partition where logicalrelid = 'accounts'::regclass) then return; end if;
  end if;

-- The nearest that SQL comes to the service's folding: without the characters of the Unicode category M.
create function pg_temp.folded(value text) returns text language sql as $$
  select lower(regexp_replace(normalize(coalesce(value, ''), NFKD),
      '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f'
      '\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3'
      '\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1'
      '\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7'
      '\u09c8\u09cb-\u09cd\u09d7\u09e2\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47\u0a48\u0a4b-\u0a4d'
      '\u0a51\u0a70\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2\u0ae3'
      '\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62\u0b63\u0b82'
      '\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d'
      '\u0c55\u0c56\u0c62\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5\u0cd6\u0ce2'
      '\u0ce3\u0cf3\u0d00-\u0d03\u0d3b\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62\u0d63'
      '\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1'
      '\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39\u0f3e\u0f3f\u0f71-\u0f84\u0f86\u0f87'
      '\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d'
      '\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752\u1753\u1772'
      '\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b'
      '\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1add\u1ae0-\u1aeb\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73'
      '\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9'
      '\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099\u309a\ua66f-\ua672'
      '\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880\ua881\ua8b4-\ua8c5'
      '\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c'
      '\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7\uaab8\uaabe\uaabf\uaac1\uaaeb-\uaaef\uaaf5\uaaf6'
      '\uabe3-\uabea\uabec\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f]',
    '', 'g'))
$$;

create function pg_temp.words(line text) returns setof text language sql as $$
  select distinct part
  from (
    select coalesce(
      nullif(regexp_replace(regexp_replace(start,
        '^[''"“”„‟«»‹›「」『』〈〉《》()[\]{}<>¿¡]+', ''), '[''"“”„‟«»‹›「」『』〈〉《》()[\]{}<>.,;:!?]+$', ''), ''), start
    ) as cut
    from regexp_split_to_table(translate(line, 'ς‘’‛ʹʼ′`‐‑‒–—―−', 'σ''''''''''''''-------'), '\s+') word, lateral (
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

update companies set search = pg_temp.vector(account_id, created_at, search_text, 2, 8, description);
update contacts set search = pg_temp.vector(account_id, created_at, search_text, 3, 3, null);
update projects set search = pg_temp.vector(account_id, created_at, search_text, 3, 9, description);
update leads set search = pg_temp.vector(account_id, created_at, search_text, 2, 8, description);
update task_lists set search = pg_temp.vector(account_id, created_at, search_text, 1, 1, null);
update tasks set search = pg_temp.vector(account_id, created_at, search_text, 1, 1, notes);

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

drop function pg_temp.vector, pg_temp.words, pg_temp.folded;
end $words$;

alter table companies drop column search_text;
alter table companies drop column search_keys;
alter table contacts drop column search_text;
alter table contacts drop column search_keys;
alter table projects drop column search_text;
alter table projects drop column search_keys;
alter table leads drop column search_text;
alter table leads drop column search_keys;
alter table task_lists drop column search_text;
alter table task_lists drop column search_keys;
alter table tasks drop column search_text;
alter table tasks drop column search_keys;

-- An index keeps recent writes unsorted, and every search reads them. It sorts them after 128 kB.
create index companies_search on companies using gin (search) with (gin_pending_list_limit = 128);

create index contacts_search on contacts using gin (search) with (gin_pending_list_limit = 128);

create index projects_search on projects using gin (search) with (gin_pending_list_limit = 128);

create index leads_search on leads using gin (search) with (gin_pending_list_limit = 128);

create index task_lists_search on task_lists using gin (search) with (gin_pending_list_limit = 128);

create index tasks_search on tasks using gin (search) with (gin_pending_list_limit = 128);

create index search_terms_spelling on search_terms using gin (term gin_trgm_ops) with (gin_pending_list_limit = 128);
