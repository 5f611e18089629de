-- Who signs in (C). An account of an e-mail alone has no SteamID yet: it signs nobody in until one is bound to it.
create table users (
  id uuid primary key,
  steam_id bigint unique,
  -- In lower case.
  email text collate "C" unique,
  -- Argon2id, in its own text form.
  password_hash text,
  -- Chosen by the user; null: as Steam has it.
  username text,
  avatar_source text not null default 'steam' check (avatar_source in ('steam', 'drawn')),
  created_at timestamptz not null,
  check (steam_id is not null or email is not null),
  check ((email is null) = (password_hash is null))
);

-- What Steam tells of a person, and their picture, so that no visitor has to reach Steam for it.
create table steam_profiles (
  steam_id bigint primary key,
  name text not null,
  picture bytea,
  picture_type text,
  -- When the picture last changed: its address does then too.
  picture_at timestamptz,
  fetched_at timestamptz not null,
  check ((picture is null) = (picture_type is null) and (picture is null) = (picture_at is null))
);

-- A row is a session that stands; ending one removes it.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  method text not null check (method in ('steam', 'email', 'link')),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  address text not null,
  user_agent text not null,
  second_factor_at timestamptz
);
create index sessions_user on sessions (user_id);
create index sessions_end on sessions (expires_at);

-- The state of a sign-in that went to the identity provider, by the hash of its cookie; used once (C19).
create table sign_ins (
  state_hash bytea primary key,
  browser_hash bytea not null,
  bind_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Assertions of the identity provider that were used (C2).
create table openid_nonces (
  nonce text collate "C" primary key,
  expires_at timestamptz not null
);

-- One-time tokens between the provider's answer and the page, by their hashes (C3). A link's is bound to no browser.
create table tickets (
  hash bytea primary key,
  purpose text not null check (purpose in ('sign-in', 'link')),
  steam_id bigint not null,
  browser_hash bytea,
  expires_at timestamptz not null,
  check ((purpose = 'link') = (browser_hash is null))
);

-- What an e-mail bind token stands for (C5, C9, C10): the account, and the SteamID that was proven for it in the game.
create table bind_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  proven_steam_id bigint,
  proven_until timestamptz
);

-- Codes a player reads in the game (C10), by their hashes; a newer one replaces the older.
create table game_bind_codes (
  hash bytea primary key,
  steam_id bigint not null unique,
  server_id uuid not null references servers on delete cascade,
  expires_at timestamptz not null
);

-- The code that proves an e-mail address (C6), one an address.
create table email_codes (
  email text collate "C" primary key,
  hash bytea not null,
  wrong_tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);

create table password_resets (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);

-- A second factor (TOTP). The secret is sealed for the place 'second-factor:<user id>'; a code's step is used once.
create table second_factors (
  user_id uuid primary key references users on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- C20: when the next try is free again, by limit and by the keyed hash of who tries. Losing it in a crash costs nothing.
create unlogged table limits (
  name text not null,
  subject bytea not null,
  free_at timestamptz not null,
  primary key (name, subject)
);
create index limits_end on limits (free_at);

-- Who did what (C12). Actors and subjects are kept as text: the log outlives what it speaks of.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null,
  address text not null,
  user_agent text not null
);
create index audit_log_actor on audit_log (actor, id);
create index audit_log_subject on audit_log (subject, id);

-- Which servers may hand out bind codes: the operator's own, never rented ones (C10).
alter table servers add column may_bind boolean not null default false;
