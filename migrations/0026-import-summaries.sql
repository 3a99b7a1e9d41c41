-- The problems of the rows by groups, kept while the rows are applied, so that nobody has to read them all.
alter table import_states add column summary json;
