-- The version in the install that servers of a host start from, and since when it is there; null where the driver cannot read it.
alter table hosts add column installed_version text;
alter table hosts add column installed_at timestamptz;

-- What a running instance reports.
alter table rental_instances add column game_version text;
-- The installed version that it was last restarted for, and when.
alter table rental_instances add column update_version text;
alter table rental_instances add column update_at timestamptz;
-- The last notice to its players: for which version, when, and how many minutes it named.
alter table rental_instances add column notice_version text;
alter table rental_instances add column notice_at timestamptz;
alter table rental_instances add column notice_minutes integer;

-- How instances move to an installed version; one row.
create table game_update_policy (
  id boolean primary key default true check (id),
  -- Set: no instance is restarted for an update.
  held_at timestamptz,
  hold_reason text not null default '',
  -- When occupied instances are restarted; it counts for versions that were installed when it was set.
  deadline_at timestamptz,
  deadline_set_at timestamptz
);
insert into game_update_policy default values;
