-- Bans, mutes and gags of players on the community's game servers (decision 0056).
create table sanctions (
  id uuid primary key,
  kind text not null check (kind in ('ban', 'mute', 'gag')),
  steam_id bigint not null,
  -- Of a ban: the address from which no other account may play either. IPv4, as games report it.
  address text,
  -- What the player was called then; empty where that is not known.
  player_name text not null default '',
  reason text not null,
  -- Links, places in demos and log excerpts, as the contract has them.
  evidence jsonb not null default '[]',
  -- The game servers for which it holds; null for all, also those that are added later.
  server_ids uuid[],
  source text not null check (source in ('portal', 'game', 'import')),
  -- Recognises the row of another system that was imported; null for what was made here.
  import_id text unique,
  created_at timestamptz not null,
  created_by text not null,
  -- Null: permanent.
  expires_at timestamptz,
  lifted_at timestamptz,
  lifted_by text,
  lift_reason text not null default '',
  revision integer not null default 1
);
create index sanctions_of_player on sanctions (steam_id, id desc);
create index sanctions_by_time on sanctions (created_at desc, id desc);
-- What every player who joins is looked up in.
create index sanctions_not_lifted on sanctions (steam_id) where lifted_at is null;
create index sanctions_of_address on sanctions (address) where lifted_at is null and address is not null;
create trigger sanctions_revision before update on sanctions for each row execute function count_revision();

create table sanction_comments (
  id uuid primary key,
  sanction_id uuid not null references sanctions on delete cascade,
  at timestamptz not null,
  by text not null,
  text text not null
);
create index sanction_comments_by_sanction on sanction_comments (sanction_id, id);
