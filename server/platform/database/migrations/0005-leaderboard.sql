create table seasons (
  id uuid primary key,
  name_zh text not null,
  name_en text not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  check (ends_at >= starts_at)
);
-- One season is open at a time.
create unique index seasons_open on seasons ((true)) where ends_at is null;

-- A board is a season, or the time between seasons, or all-time (the sum of all the others), in one mode.
create table boards (
  id integer generated always as identity primary key,
  span text not null check (span in ('season', 'between', 'all')),
  season_id uuid references seasons,
  mode text not null check (mode in ('dm', 'dm-pistol', 'solo', 'retakes')),
  changed_at timestamptz,
  check ((span = 'season') = (season_id is not null)),
  unique nulls not distinct (span, season_id, mode)
);

-- What is counted of each player on each board. Nothing indexed ever changes here: updates stay in their page.
-- The sums are kept as they come, even where what is taken back arrives after a reset took the rest: below 0 is shown as 0.
create table board_rows (
  board_id integer not null,
  steam_id bigint not null,
  kills integer not null,
  deaths integer not null,
  headshots integer not null,
  rifle_kills integer not null,
  awp_kills integer not null,
  pistol_kills integer not null,
  clutches integer not null,
  clutch_wins integer not null,
  wins integer not null,
  losses integer not null,
  playtime_ms bigint not null,
  -- A player's rows are beside each other: a batch changes the one of the season and the one of all time.
  primary key (steam_id, board_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);

-- The order of a board, and of its players of chosen groups (filter: bits pro 1, kol 2, op 4; 0 is everybody).
-- Ascending in every column, so that a place in the order is one row comparison: kills are stored negated.
create table standings (
  board_id integer not null,
  filter smallint not null check (filter between 0 and 7),
  minus_kills integer not null,
  deaths integer not null,
  steam_id bigint not null,
  primary key (board_id, filter, minus_kills, deaths, steam_id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);

-- Ranges of that order and how many stand in each, kept in the transaction that moves a player: a rank is the players of the
-- ranges before plus a place inside one. A range begins at its own key (inclusive) and ends where the next begins.
create table standing_ranges (
  board_id integer not null,
  filter smallint not null,
  minus_kills integer not null,
  deaths integer not null,
  steam_id bigint not null,
  players integer not null check (players >= 0),
  primary key (board_id, filter, minus_kills, deaths, steam_id)
) with (fillfactor = 50);

-- The same once more, dozens of ranges at a time: of ten million players thousands of ranges would have to be summed. Each
-- begins where one of the ranges does.
create table standing_blocks (
  board_id integer not null,
  filter smallint not null,
  minus_kills integer not null,
  deaths integer not null,
  steam_id bigint not null,
  players integer not null check (players >= 0),
  primary key (board_id, filter, minus_kills, deaths, steam_id)
) with (fillfactor = 50);

-- The groups by which a player stands in filtered orders now; followed up when memberships change or end.
create table standing_groups (
  steam_id bigint primary key,
  groups smallint not null check (groups between 1 and 7)
);

create table hidden_players (
  steam_id bigint primary key,
  reason text not null,
  hidden_at timestamptz not null
);

-- Who was seen on which ranked server, under which name; the latest one is the player's name. Rows outlive their server:
-- the name is still the player's, and nothing here waits for whoever removes a server.
create table player_servers (
  steam_id bigint not null,
  server_id uuid not null,
  name text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  kills integer not null,
  playtime_ms bigint not null,
  primary key (steam_id, server_id)
) with (fillfactor = 80);

-- Days of the community's time zone.
create table player_days (
  steam_id bigint not null,
  mode text not null,
  day date not null,
  kills integer not null,
  deaths integer not null,
  headshots integer not null,
  playtime_ms bigint not null,
  primary key (steam_id, mode, day)
);
create index player_days_day on player_days (day);

-- What an operator set back to nothing, and the rows it took, to be given back when it is undone.
create table board_resets (
  id uuid primary key,
  steam_id bigint,
  mode text,
  span text,
  season_id uuid,
  state text not null check (state in ('running', 'done', 'undoing', 'undone')),
  -- Rows it holds below: counting millions at every step would keep everybody else from the boards.
  rows integer not null default 0,
  created_at timestamptz not null
);
create table board_reset_rows (
  reset_id uuid not null references board_resets on delete cascade,
  board_id integer not null,
  steam_id bigint not null,
  kills integer not null,
  deaths integer not null,
  headshots integer not null,
  rifle_kills integer not null,
  awp_kills integer not null,
  pistol_kills integer not null,
  clutches integer not null,
  clutch_wins integer not null,
  wins integer not null,
  losses integer not null,
  playtime_ms bigint not null,
  primary key (reset_id, board_id, steam_id)
);

create table board_flags (
  id uuid primary key,
  steam_id bigint not null,
  -- Rows outlive their server: two of a day that both lost theirs would be the same.
  server_id uuid,
  kind text not null check (kind in ('rate', 'headshots', 'farming')),
  detail jsonb not null,
  day date not null,
  at timestamptz not null,
  dismissed_at timestamptz,
  unique nulls not distinct (steam_id, server_id, kind, day)
);
