-- The community servers the operator registered. Only these are ever asked, listed or looked up (D14).
create table servers (
  id uuid primary key,
  ip text not null,
  port integer not null check (port between 1 and 65535),
  protocol text not null,
  name text not null,
  name_display text not null,
  category text not null,
  region text not null,
  tickrate text not null,
  players_max integer check (players_max > 0),
  reserved integer not null check (reserved >= 0),
  ontop integer not null,
  star integer not null,
  hidden boolean not null,
  rules_zh text not null,
  rules_en text not null,
  rules_changed_at timestamptz,
  -- Sealed by the key ring for the place 'server:<id>:rcon'.
  rcon_password text,
  created_at timestamptz not null,
  unique (ip, port)
);

-- What the poller last saw; no row until a server has answered or stayed silent for three polls.
create table server_status (
  server_id uuid primary key references servers on delete cascade,
  state text not null check (state in ('online', 'offline')),
  map text not null,
  players integer not null,
  max integer not null,
  bots integer not null,
  locked boolean not null
);

-- One row: the number of the list as it stands, raised by every change of it, and when the poller last confirmed it.
create table server_snapshot (
  one boolean primary key default true check (one),
  version bigint not null,
  confirmed_at timestamptz not null
);
insert into server_snapshot (version, confirmed_at) values (0, 'epoch');

-- Player counts: sums of samples, so that parts of a minute counted by two pollers add up.
create table server_history_minutes (
  server_id uuid not null references servers on delete cascade,
  at timestamptz not null,
  players_sum integer not null,
  samples integer not null check (samples > 0),
  peak integer not null,
  primary key (server_id, at)
);
create index server_history_minutes_at on server_history_minutes (at);

create table server_history_hours (
  server_id uuid not null references servers on delete cascade,
  at timestamptz not null,
  players_sum integer not null,
  samples integer not null check (samples > 0),
  peak integer not null,
  primary key (server_id, at)
);
create index server_history_hours_at on server_history_hours (at);

create table announcements (
  id uuid primary key,
  text_zh text not null,
  text_en text not null,
  position integer not null,
  created_at timestamptz not null
);
