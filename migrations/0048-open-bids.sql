-- The open bids to submit, in the order of their due dates. Closed projects, which never have to be submitted, made the
-- index as large as the list.
create index projects_open_to_submit on projects (account_id, bid_due_date, id)
  where deleted_at is null and close_type is null and submitted_at is null;

drop index projects_to_submit;
