-- Since when a running game refuses the portal's RCON password, as after a player changed it from inside; null while it accepts it.
alter table rental_instances add column refused_at timestamptz;
