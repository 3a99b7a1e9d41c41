-- Documents that may be long are kept uncompressed: Postgres then tells their size without reading them. What is stored
-- already stays as it is until it is written again.
-- Citus cannot set it for a table that it has distributed: there the service reads a long document to tell its size.
do $$ begin
  if to_regclass('pg_dist_partition') is not null then
    if exists (select from pg_dist_partition where logicalrelid = 'accounts'::regclass) then return; end if;
  end if;

  alter table projects alter column custom_fields set storage external;
  alter table companies alter column custom_fields set storage external;
  alter table contacts alter column custom_fields set storage external;
  alter table custom_fields alter column options set storage external;
  alter table changes alter column fields set storage external;
end $$;
