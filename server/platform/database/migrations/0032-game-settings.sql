-- What all rented game servers share; one row.
create table game_settings (
  id boolean primary key default true check (id),
  revision integer not null default 0,
  -- The hour (Asia/Shanghai) from which empty servers are restarted once a night; null: never.
  nightly_hour integer check (nightly_hour between 0 and 23),
  -- The Workshop collection that servers offer, and the sealed Web API key that they download it with.
  workshop_collection text check (workshop_collection ~ '^[1-9][0-9]{0,19}$'),
  workshop_key text
);
insert into game_settings default values;

-- Login tokens of game servers (GSLT). One belongs to the instance that it names while that is not removed.
create table login_tokens (
  id uuid primary key,
  -- Sealed; `digest` recognises a token that is entered twice.
  token text not null,
  digest bytea not null unique,
  -- Its last characters, for the operator.
  ending text not null,
  -- The account at Steam, where the portal created it.
  steam_id bigint,
  added_at timestamptz not null,
  -- Steam says that it is not valid any more.
  expired_at timestamptz,
  rental_id uuid,
  generation integer,
  taken_at timestamptz,
  foreign key (rental_id, generation) references rental_instances (rental_id, generation) on delete set null,
  unique (rental_id, generation)
);
