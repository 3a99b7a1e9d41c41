-- The pattern by which the service numbers new projects; null if it does not.
alter table accounts add column project_number_pattern text;

-- The number that the next project of a year gets. The year is 0 if the pattern has none.
create table project_number_counters (
  account_id bigint not null references accounts,
  year integer not null,
  next integer not null check (next between 1 and 1000000000),
  primary key (account_id, year)
);

-- A new number is none that a project has, deleted ones included.
create index projects_number on projects (account_id, lower(project_number)) where project_number is not null;
