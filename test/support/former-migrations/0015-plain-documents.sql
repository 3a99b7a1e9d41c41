-- Documents that may be long are kept uncompressed: Postgres then tells their size without reading them. What is stored
-- already stays as it is until it is written again.
alter table projects alter column custom_fields set storage external;
alter table companies alter column custom_fields set storage external;
alter table contacts alter column custom_fields set storage external;
alter table custom_fields alter column options set storage external;
alter table changes alter column fields set storage external;
