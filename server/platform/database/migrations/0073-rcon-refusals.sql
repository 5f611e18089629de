-- Game servers that refused the RCON password. They ban an address after a few refusals, whichever process of the portal it was.
create table rcon_refusals (
  server_id uuid primary key references servers on delete cascade,
  -- A hash of address and stored password: others are tried at once.
  target text not null,
  refusals integer not null,
  refused_at timestamptz not null,
  paused_until timestamptz not null
);
