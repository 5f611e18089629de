-- A rented server reports with a secret of its own lease, as a registered one does with its own. A lease stays for good, so
-- what it may no longer use is revoked.
alter table event_secrets add column lease_id uuid references leases;
create index event_secrets_lease on event_secrets (lease_id) where lease_id is not null;

-- Whose stream it is, by one value whichever of the two it is; null once the server was removed.
alter table event_streams add column lease_id uuid references leases;
alter table event_streams add column reporter uuid generated always as (coalesce(server_id, lease_id)) stored;
create unique index event_streams_reporter on event_streams (reporter, kind, token);

-- Who was seen playing on a lease (G16), by its own events: people, not its owner.
create table lease_players (
  lease_id uuid not null references leases,
  steam_id bigint not null,
  name text not null,
  last_at timestamptz not null,
  primary key (lease_id, steam_id)
);

-- The demos of a lease (G17). Each lies as <lease>/<id>.dem in the folder of demos; a file that has no row is swept away.
create table lease_demos (
  id uuid primary key,
  lease_id uuid not null references leases,
  -- As the game server called it.
  name text collate "C" not null,
  size bigint not null check (size >= 0),
  received_at timestamptz not null,
  unique (lease_id, name)
);
