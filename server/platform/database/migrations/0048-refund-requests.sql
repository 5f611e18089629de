-- Refunds that wait for a second operator: at most one for each order.
create table refund_requests (
  order_id uuid primary key references orders on delete cascade,
  attempt_id uuid not null,
  -- Minor units of the currency.
  amount integer not null check (amount > 0),
  currency text not null,
  reason text not null,
  -- A repeat with the same key and contents is the same request, and later the same refund.
  key uuid,
  key_hash bytea,
  requested_by text not null,
  requested_at timestamptz not null
);
