-- Whether somebody chose the mapping of an import. Later files of the same columns take no proposal that nobody touched.
alter table import_states add column is_mapping_chosen boolean not null default true;

-- Rows that an earlier version staged are staged again, so that those that are no records are skipped.
update import_states set staged = false where staged and status in ('draft', 'checked');
