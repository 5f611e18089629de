-- What each game server is brought to for each sanction, and how far that is (decision 0056).
create table sanction_servers (
  sanction_id uuid not null references sanctions on delete cascade,
  server_id uuid not null references servers on delete cascade,
  -- Who is kept out: the player of the sanction, or another account at the address of a ban.
  steam_id bigint not null,
  wanted text not null check (wanted in ('applied', 'lifted')),
  state text not null check (state in ('waiting', 'applied', 'absent', 'unsupported', 'lifted')),
  -- When the command of the server's preset was sent last; written before it is sent.
  sent_at timestamptz,
  -- The sanction was changed since: what the server has is lifted first.
  resend boolean not null default false,
  -- The code of the error of the last try; empty after one that went well.
  problem text not null default '',
  tries integer not null default 0,
  -- Null: nothing to do until the sanction changes or the player comes.
  due_at timestamptz,
  claim_id uuid,
  changed_at timestamptz not null,
  kicks integer not null default 0,
  kicked_at timestamptz,
  primary key (sanction_id, server_id, steam_id)
);
create index sanction_servers_due on sanction_servers (due_at) where due_at is not null;
create index sanction_servers_by_server on sanction_servers (server_id);

-- When the console of a game server was last asked who plays there, for servers whose log does not say it.
create table sanction_checks (
  server_id uuid primary key references servers on delete cascade,
  checked_at timestamptz not null
);
