-- A change of one player that a game server does not take rests by itself, so that it holds up no other player.
alter table vip_on_servers
  -- How often in a row the server did not take it.
  add column refusals integer not null default 0,
  -- Not before this; null while it was not refused.
  add column try_at timestamptz;
create index vip_on_servers_try on vip_on_servers (try_at) where try_at is not null;
