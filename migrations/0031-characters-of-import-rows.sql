-- The size of each stored row, so that a step of an import reads no row that it does not apply. Null for older rows.
alter table import_rows add column characters integer check (characters >= 0);
