-- The characters of the stored rows of an import, so that a small file cannot fill the disk. Rows from before count as 0.
alter table import_states add column row_characters bigint not null default 0 check (row_characters >= 0);
