-- One index for each order in which records are often listed, for pages that cost the same at any depth.
create index projects_by_name on projects (account_id, name_folded, id) where deleted_at is null;

create index projects_by_updated_at on projects (account_id, updated_at, id) where deleted_at is null;

create index projects_by_amount on projects (account_id, amount, id) where deleted_at is null;

create index projects_by_bid_due_date on projects (account_id, bid_due_date, id) where deleted_at is null;

create index projects_by_start_date on projects (account_id, start_date, id) where deleted_at is null;

create index projects_by_award_date on projects (account_id, award_date, id) where deleted_at is null;

create index companies_by_name on companies (account_id, name_folded, id) where deleted_at is null;

create index companies_by_updated_at on companies (account_id, updated_at, id) where deleted_at is null;

create index contacts_by_name on contacts (account_id, name_folded, id) where deleted_at is null;

create index contacts_by_updated_at on contacts (account_id, updated_at, id) where deleted_at is null;
