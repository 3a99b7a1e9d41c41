-- Finds the deliveries of all accounts that have become due. It is over an expression, so that no statement about one
-- account uses it: Postgres would choose it while the table is small, and keep the plan.
create index webhook_deliveries_by_time on webhook_deliveries ((due_at at time zone 'UTC'));
