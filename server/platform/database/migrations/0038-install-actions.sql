-- What the last run of the command of a host is for, and how many there were.
alter table hosts add column update_action text not null default 'update'
  check (update_action in ('update', 'use', 'hold', 'release', 'status'));
alter table hosts add column update_argument text not null default '';
alter table hosts add column update_revision integer not null default 0;
-- Builds, mods and hold as the command last reported them, and when.
alter table hosts add column install_state jsonb;
alter table hosts add column install_read_at timestamptz;
