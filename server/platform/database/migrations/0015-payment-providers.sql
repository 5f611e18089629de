-- The providers that the settings name, and how they last answered: what one process learns, every other one can tell.
create table payment_providers (
  provider text primary key check (provider in ('wechat', 'alipay', 'paypal')),
  host text not null,
  stand_in boolean not null,
  answered_at timestamptz,
  failed_at timestamptz,
  -- In a row, since it last answered.
  failures integer not null default 0,
  problem text not null default ''
);

-- What came in and went back in a span of time.
create index payment_attempts_paid on payment_attempts (paid_at) where paid_at is not null;
create index refunds_done on refunds (done_at) where done_at is not null;
