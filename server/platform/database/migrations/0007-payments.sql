-- What things cost (H1), in minor units; the operator's, never the client's. Only rentals are ever relocatable.
create table prices (
  product text not null check (product in ('vip', 'vip_card', 'server_rental')),
  duration text not null check (duration in ('4h', '8h', '3d', '7d', '1m', '3m', '1y')),
  relocatable boolean not null default false,
  currency text not null check (currency in ('CNY', 'USD')),
  amount integer not null check (amount > 0),
  changed_at timestamptz not null,
  primary key (product, duration, relocatable, currency),
  check (product = 'server_rental' or not relocatable)
);

-- Either percent or an amount of one currency. An empty list of products is all of them; a null limit is none.
create table coupons (
  code text collate "C" primary key,
  percent integer check (percent between 1 and 99),
  amount integer check (amount > 0),
  currency text check (currency in ('CNY', 'USD')),
  products text[] not null default '{}',
  uses integer check (uses > 0),
  uses_each integer check (uses_each > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null,
  check ((percent is null) <> (amount is null)),
  check ((amount is null) = (currency is null))
);

-- What somebody bought: its price is frozen here (H5, H7). Everything that has to be done is a time that is due, so that a
-- killed process loses nothing: `check_at` for closing what nobody pays, `fulfil_at` for delivering what is paid.
create table orders (
  id uuid primary key,
  number text collate "C" not null unique,
  user_id uuid not null references users,
  -- The SteamID64 that was signed in.
  buyer bigint not null,
  -- Who gets it; null for what has no owner yet, as a card.
  steam_id bigint,
  product text not null check (product in ('vip', 'vip_card', 'server_rental')),
  product_id text not null,
  -- As the product validated them; `duration` stands beside them, since prices hang on it.
  options jsonb not null,
  duration text not null,
  description_zh text not null,
  description_en text not null,
  method text not null check (method in ('wechat', 'alipay', 'paypal')),
  currency text not null check (currency in ('CNY', 'USD')),
  list_amount integer not null check (list_amount > 0),
  amount integer not null check (amount > 0 and amount <= list_amount),
  coupon text collate "C",
  -- The client's key of this order, and what it asked for by it: a repeat finds the order, other contents are refused.
  key uuid,
  key_hash bytea,
  state text not null check (state in ('open', 'closed', 'paid', 'fulfilled', 'refunded')),
  created_at timestamptz not null,
  -- The attempt that paid it: another that is paid as well is paid back.
  paid_by uuid,
  paid_at timestamptz,
  fulfilled_at timestamptz,
  refunded integer not null default 0 check (refunded >= 0 and refunded <= amount),
  -- The first of several orders that took each other's place, as the buyer said when they ordered: one of them is
  -- delivered, whatever is paid (H8). Null for an order that stands alone, and for the first. Never changed: it is held
  -- before the others of the purchase, so that nobody waits in a circle.
  purchase uuid references orders,
  check_at timestamptz,
  fulfil_at timestamptz,
  fulfil_tries integer not null default 0,
  -- Its product said that it can never be delivered: it is tried again only where the operator wants it.
  undeliverable boolean not null default false,
  problem text not null default '',
  unique (user_id, key),
  check ((key is null) = (key_hash is null)),
  check ((paid_at is null) = (state in ('open', 'closed'))),
  check (state <> 'fulfilled' or fulfilled_at is not null)
);
create index orders_user on orders (user_id, id desc);
create index orders_buyer on orders (buyer, id desc);
create index orders_purchase on orders (purchase) where purchase is not null;
create index orders_check on orders (check_at) where check_at is not null;
create index orders_fulfil on orders (fulfil_at) where fulfil_at is not null;
create index orders_coupon on orders (coupon) where coupon is not null;

-- One way of paying an order: `no` is the number the provider knows it by, with one amount for ever. `check_at` is when the
-- provider is asked next; whoever takes it moves it on first, so that it is asked again should they die.
create table payment_attempts (
  id uuid primary key,
  order_id uuid not null references orders,
  no text collate "C" not null unique check (no ~ '^[0-9A-Za-z]{8,32}$'),
  provider text not null check (provider in ('wechat', 'alipay', 'paypal')),
  device text not null check (device in ('desktop', 'mobile')),
  amount integer not null check (amount > 0),
  currency text not null check (currency in ('CNY', 'USD')),
  state text not null
    check (state in ('creating', 'open', 'closing', 'closed', 'failed', 'disputed', 'paid')),
  payment_url text,
  -- PayPal's order, by which alone it can be asked; the others are asked by `no`.
  provider_order text collate "C",
  -- What the provider calls the payment, and what it was: Alipay's trade_no, WeChat's transaction_id, PayPal's capture.
  reference text collate "C",
  -- What the provider holds of it where that is not what was asked for, as it says: of this can be paid back.
  held_amount integer,
  held_currency text,
  created_at timestamptz not null,
  paid_at timestamptz,
  check_at timestamptz,
  -- Tries in a row without an answer, and looks in a row at what should be closed and is not.
  silent integer not null default 0,
  waits integer not null default 0,
  looked_at timestamptz,
  check ((paid_at is null) = (state <> 'paid')),
  check ((held_amount is null) = (held_currency is null))
);
alter table orders add foreign key (paid_by) references payment_attempts;
create index payment_attempts_order on payment_attempts (order_id);
create index payment_attempts_check on payment_attempts (provider, check_at) where check_at is not null;
create unique index payment_attempts_live on payment_attempts (order_id)
  where state in ('creating', 'open', 'closing');
create unique index payment_attempts_reference on payment_attempts (provider, reference)
  where reference is not null;
create unique index payment_attempts_provider_order on payment_attempts (provider, provider_order)
  where provider_order is not null;

-- What providers told, each once. A verified one that does not fit stays here too, with its verdict.
create table payment_events (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('wechat', 'alipay', 'paypal')),
  event text collate "C" not null,
  kind text not null,
  attempt_id uuid references payment_attempts,
  no text not null,
  -- What the event said was paid; another amount under the same event is no repeat.
  amount integer,
  currency text,
  verdict text not null check (verdict in ('accepted', 'foreign', 'unknown', 'other-money')),
  at timestamptz not null,
  unique (provider, event)
);
create index payment_events_attempt on payment_events (attempt_id) where attempt_id is not null;

create table refunds (
  id uuid primary key,
  order_id uuid not null references orders,
  attempt_id uuid not null references payment_attempts,
  -- The same for every try: another number would pay twice.
  no text collate "C" not null unique check (no ~ '^[0-9A-Za-z]{8,32}$'),
  amount integer not null check (amount > 0),
  currency text not null check (currency in ('CNY', 'USD')),
  state text not null check (state in ('asked', 'pending', 'done', 'failed')),
  -- Whether it pays the order back, or a second payment of it that changes nothing about the order.
  of_order boolean not null,
  reason text not null,
  asked_by text not null,
  -- The operator's key of it, and what was asked for by it: a repeat finds the refund, other contents are refused.
  key uuid,
  key_hash bytea,
  reference text,
  created_at timestamptz not null,
  done_at timestamptz,
  try_at timestamptz,
  tries integer not null default 0,
  problem text not null default '',
  unique (order_id, key),
  check ((key is null) = (key_hash is null))
);
create index refunds_order on refunds (order_id);
create index refunds_attempt on refunds (attempt_id);
create index refunds_try on refunds (try_at) where try_at is not null;

-- Each step of an order, an attempt or a refund, and each that was refused.
create table money_steps (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  -- `order`, or the number of the attempt or the refund.
  thing text not null,
  from_state text not null,
  to_state text not null,
  reason text not null,
  at timestamptz not null
);
create index money_steps_order on money_steps (order_id, id);

-- What somebody should look at; seen again it is counted, not repeated, so that no stranger can fill it.
create table money_alerts (
  id uuid primary key,
  kind text not null,
  subject text collate "C" not null,
  detail jsonb not null,
  count integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  dismissed_at timestamptz,
  unique (kind, subject)
);

create table order_questions (
  id uuid primary key,
  order_id uuid not null references orders,
  text text not null,
  asked_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null))
);
create index order_questions_order on order_questions (order_id);
create index order_questions_waiting on order_questions (asked_at) where answer is null;

-- A day's comparison with a provider's bill. The day is one of Asia/Shanghai, as text: it is no moment.
create table money_reports (
  provider text not null check (provider in ('wechat', 'alipay', 'paypal')),
  day text collate "C" not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  made_at timestamptz not null,
  report jsonb not null,
  primary key (provider, day)
);
