-- The request that began an attempt or asked for a refund: what a worker does for it later is logged with this id. Null for the
-- portal's own refunds.
alter table payment_attempts add column request_id text;
alter table refunds add column request_id text;
