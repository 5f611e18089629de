-- The version that a Counter-Strike 2 server reports; null for other games and until it answered.
alter table server_status add column game_version text;

-- What Steam says players need to run at least; one row. `required_version` is null until Steam answered.
create table game_version_check (
  id boolean primary key default true check (id),
  required_version integer,
  -- Since when the portal knows of it.
  required_since timestamptz,
  checked_at timestamptz,
  -- Why the last check failed; empty after a success.
  problem text not null default ''
);
insert into game_version_check default values;
