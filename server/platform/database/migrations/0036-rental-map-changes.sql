-- What a rental is set to: its map, once a server reported it (an official name or a number of the Workshop; null: never set), and
-- the mode that its files name.
alter table rentals add column map text;
alter table rentals add column mode text not null default 'practice';

-- Changes of map and mode. One of a rental is open at a time; a restart makes one of its own, that sets again what was set before.
create table rental_map_changes (
  id uuid primary key,
  rental_id uuid not null references rentals on delete cascade,
  map text not null,
  -- The title of a Workshop map.
  title text,
  mode text not null,
  state text not null check (state in ('waiting', 'loading', 'done', 'failed')),
  -- The SteamID64 of its author; null for one after a restart.
  asked_by text,
  asked_at timestamptz not null,
  -- The instance it was sent to, when, how often, and the map that was reported then.
  generation integer,
  sent_at timestamptz,
  sent integer not null default 0,
  from_map text,
  -- The mode before, where the running game is known to be in it.
  from_mode text,
  ended_at timestamptz,
  reason text not null default ''
);
create unique index rental_map_changes_open on rental_map_changes (rental_id) where state in ('waiting', 'loading');
create index rental_map_changes_latest on rental_map_changes (rental_id, asked_at desc);

-- The names by which servers report Workshop maps, as they were seen.
create table workshop_maps (
  id text primary key,
  title text,
  map_name text,
  changed_at timestamptz not null
);
