-- A digest of the external id of a row that is found by other fields. A check takes each batch back, so it cannot find
-- by the records that an earlier row of the file takes the same external id.
alter table import_rows add column external_key text collate "C";

create index import_rows_by_external_key on import_rows (account_id, import_id, external_key, number)
  where external_key is not null;
