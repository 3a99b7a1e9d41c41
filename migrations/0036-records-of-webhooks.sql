-- What the messages of a webhook contain besides the event: `record`.
alter table webhooks add column include text[] not null default '{}';
