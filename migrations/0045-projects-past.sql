-- The versions of projects that have ended. A version was in force from `updated_at` until before `valid_to`. The current
-- version is the row in `projects`. Descriptions are not in it: they may be long, and the log has them.
create table projects_past (
  account_id bigint not null,
  id bigint not null,
  version integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  name text,
  name_folded text,
  probability double precision,
  project_duration integer,
  project_number text,
  square_feet integer,
  price_per_square_foot numeric(15, 2),
  units integer,
  price_per_unit numeric(15, 2),
  external_id text,
  amount numeric(15, 2),
  close_type text,
  award_date date,
  bid_due_date date,
  bid_due_at timestamptz(3),
  bid_due_at_includes_time boolean,
  start_date date,
  end_date date,
  work_scope text,
  address_street_address text,
  address_street_address2 text,
  address_city text,
  address_state text,
  address_zip text,
  address_country text,
  assigned_to_id bigint,
  created_by_id bigint,
  company_id bigint,
  contract_type_id bigint,
  division_id bigint,
  import_id bigint,
  lead_source_id bigint,
  loss_reason_id bigint,
  market_sector_id bigint,
  tender_type_id bigint,
  delivery_method_id bigint,
  project_stage_id bigint,
  custom_fields jsonb,
  contact_id bigint,
  submitted_at timestamptz(3),
  closed_at timestamptz(3),
  next_step text,
  next_step_on date,
  remaining_amount numeric(15, 2),
  remaining_as_of date,
  stage_changed_at timestamptz(3),
  valid_to timestamptz(3) not null,
  primary key (account_id, id, version)
);

-- The service asks for the size of this document without reading it.
alter table projects_past alter column custom_fields set storage external;

create index projects_past_until on projects_past (account_id, valid_to);

-- A job for each account fills the table from the log. src/records/past/rebuild-past.ts says how.
insert into jobs (account_id, created_at, kind, input, due_at)
select id, now(), 'past', '{}', now() from accounts;
