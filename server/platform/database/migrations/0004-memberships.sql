-- Who is in which group (C18); nobody needs an account to be in one. A null end is never.
create table memberships (
  steam_id bigint not null,
  group_name text not null check (group_name in ('vip', 'pro', 'kol', 'op')),
  expires_at timestamptz,
  granted_at timestamptz not null,
  primary key (steam_id, group_name)
);
create index memberships_end on memberships (expires_at) where expires_at is not null;
