-- The words of titles alone. A search finds rows through a company or a project by the words of its title: the index
-- of all words also returned those that have the word in their address.
create index companies_titles on companies using gin (ts_filter(search, '{a}')) with (gin_pending_list_limit = 128);

create index projects_titles on projects using gin (ts_filter(search, '{a}')) with (gin_pending_list_limit = 128);
