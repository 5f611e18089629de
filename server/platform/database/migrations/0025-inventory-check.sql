-- J3: the last check of the sign-in at the inventory site. A cache: lost in a crash and left out of backups.
create unlogged table inventory_check (
  -- The origins of the inventory site and of the portal: what was found holds for this pair alone.
  site text not null,
  portal text not null,
  checked_at timestamptz not null,
  -- Null where a player can sign in.
  problem text,
  detail text not null,
  primary key (site, portal)
);
