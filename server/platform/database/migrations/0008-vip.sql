-- What made a membership longer, once each: an order, a card, later a lease. Taking one back shortens the membership by what
-- is left of it.
create table vip_terms (
  id uuid primary key,
  steam_id bigint not null,
  source text not null check (source in ('order', 'card', 'lease')),
  source_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  unique (source, source_id)
);
create index vip_terms_player on vip_terms (steam_id);

-- Gift cards (F4). The code is found by a keyed hash; whoever bought it can read it again, so it is sealed too. One of a
-- batch was told when it was made and is kept by its hash only.
create table gift_cards (
  id uuid primary key,
  hash bytea not null unique,
  sealed text,
  begins text not null,
  duration text not null check (duration in ('1m', '3m', '1y')),
  order_id uuid unique references orders,
  -- Who bought it.
  user_id uuid references users,
  batch text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by bigint,
  void_at timestamptz,
  check ((used_at is null) = (used_by is null)),
  check (used_at is null or void_at is null),
  check ((order_id is null) = (sealed is null)),
  check ((order_id is null) = (user_id is null)),
  check ((order_id is null) <> (batch is null))
);
create index gift_cards_user on gift_cards (user_id, id desc) where user_id is not null;
create index gift_cards_batch on gift_cards (batch) where batch is not null;

-- The privilege table (F5): flags 1 allowed, 2 optional, else forbidden, by category.
create table privileges (
  id uuid primary key,
  position integer not null,
  content_zh text not null,
  content_en text not null,
  detail_zh text not null default '',
  detail_en text not null default '',
  flags jsonb not null,
  created_at timestamptz not null
);

-- What a game server was told of a player's VIP. What differs from the memberships is still to be told.
create table vip_on_servers (
  server_id uuid not null references servers on delete cascade,
  steam_id bigint not null,
  -- The group it was told by, which the operator may have changed since.
  group_name text not null,
  -- The end it was told of; null is for good.
  expires_at timestamptz,
  -- When it took that; null while nobody knows: it was told and has not answered, or it may have forgotten since.
  told_at timestamptz,
  primary key (server_id, steam_id)
);

-- How the last try to tell a game server went, and when the next is.
create table vip_deliveries (
  server_id uuid primary key references servers on delete cascade,
  -- Who tells it now, and what its console was then: another address or password is another console.
  lease uuid,
  console text not null,
  -- When the server was last seen to come back, or the operator asked for it: everything is told again.
  reset_at timestamptz,
  tried_at timestamptz,
  -- Not before this; of who tells it now: until when they have it.
  try_at timestamptz,
  tries integer not null default 0,
  problem text not null default ''
);

-- When a server last became online: what it kept in memory only may be gone.
alter table server_status add column online_since timestamptz;

-- Which ends of a membership were told (3 days, 1 day before), once for each end.
create table vip_notices (
  steam_id bigint not null,
  expires_at timestamptz not null,
  days integer not null,
  told_at timestamptz not null,
  primary key (steam_id, expires_at, days)
);
