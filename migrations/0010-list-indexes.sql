-- A column of the pipeline: the projects of a stage and a sector in the order of their bids.
create index projects_by_stage_and_sector on projects (account_id, project_stage_id, market_sector_id, bid_due_date, id)
  where deleted_at is null;

-- What was written lately is searched line by line until it is sorted into these indexes; the default of 4 MB of it
-- makes every search ten times slower than one of the whole table.
alter index companies_search_text set (gin_pending_list_limit = 128);
alter index companies_search_words set (gin_pending_list_limit = 128);
alter index contacts_search_text set (gin_pending_list_limit = 128);
alter index projects_search_text set (gin_pending_list_limit = 128);
alter index projects_search_words set (gin_pending_list_limit = 128);
alter index leads_search_text set (gin_pending_list_limit = 128);
alter index leads_search_words set (gin_pending_list_limit = 128);
alter index task_lists_search_text set (gin_pending_list_limit = 128);
alter index tasks_search_text set (gin_pending_list_limit = 128);
alter index tasks_search_words set (gin_pending_list_limit = 128);
alter index search_terms_spelling set (gin_pending_list_limit = 128);
