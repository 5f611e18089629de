-- Accounts of other services that players linked. Steam stays who they are.
create table linked_accounts (
  user_id uuid not null references users (id) on delete cascade,
  provider text not null check (provider in ('discord', 'qq')),
  -- The account's id at the service.
  subject text not null,
  name text not null,
  linked_at timestamptz not null,
  primary key (user_id, provider),
  unique (provider, subject)
);

-- Links that a browser has begun and not finished.
create table account_link_attempts (
  state_hash bytea primary key,
  browser_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  provider text not null,
  -- The verifier of PKCE, sealed.
  verifier text not null,
  expires_at timestamptz not null
);

-- The roles that the portal gave on its Discord server, also of accounts that are no longer linked.
create table discord_roles (
  discord_id text primary key,
  role_ids text[] not null default '{}',
  -- When they were compared with Discord itself.
  checked_at timestamptz,
  -- After a failure: not before this time.
  retry_at timestamptz,
  problem text not null default ''
);
