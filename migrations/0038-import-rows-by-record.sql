-- An undo asks which imports have changed a record later.
create index import_rows_by_record on import_rows (account_id, record_id) where result = 'updated';
