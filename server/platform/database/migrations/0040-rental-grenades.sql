-- The line-ups that players save on a rented server (MatchZy's savednades.json), in the versions that are kept.
create table rental_grenades (
  id uuid primary key,
  rental_id uuid not null references rentals on delete cascade,
  -- collected: read from the server; uploaded: added by the owner; restored: an earlier version again.
  source text not null check (source in ('collected', 'uploaded', 'restored')),
  content text not null check (octet_length(content) <= 196608),
  -- How many line-ups it holds.
  grenades integer not null,
  made_at timestamptz not null,
  -- The SteamID64 of who uploaded or restored it.
  made_by text,
  -- The version that the server has or is to have.
  is_current boolean not null
);
create index rental_grenades_by_rental on rental_grenades (rental_id, made_at desc);
create unique index rental_grenades_current on rental_grenades (rental_id) where is_current;

-- How often the owner set another version, and the last of those that was written to the instance.
alter table rentals add column grenades_rev integer not null default 0;
alter table rental_instances add column grenades_rev integer not null default 0;
