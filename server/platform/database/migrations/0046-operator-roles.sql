-- What operators may do: a role permits reading or changing in each area that it names. Its rights are checked with every call.
create table operator_roles (
  id text primary key,
  name jsonb not null,
  -- An object of area: 'read' or 'change'. The role `owner` has every right, whatever stands here.
  rights jsonb not null,
  created_at timestamptz not null,
  revision integer not null default 1
);

-- The role of each operator. Who is one, and until when, the memberships of the group op say.
create table operators (
  steam_id bigint primary key,
  role_id text not null references operator_roles,
  -- The game servers that they are limited to; null for all.
  server_ids uuid[]
);
create index operators_by_role on operators (role_id);

insert into operator_roles (id, name, rights, created_at)
values
  ('owner', '{"zh": "所有者", "en": "Owner"}', '{}', now()),
  ('moderator', '{"zh": "管理", "en": "Moderator"}',
    '{"servers": "read", "rcon": "read", "players": "change", "rentals": "read", "users": "read"}', now()),
  ('support', '{"zh": "客服", "en": "Support"}',
    '{"servers": "read", "players": "read", "rentals": "change", "orders": "change", "prices": "read", "users": "change"}', now()),
  ('treasurer', '{"zh": "财务", "en": "Treasurer"}',
    '{"rentals": "read", "orders": "change", "refunds": "change", "prices": "change", "users": "read", "audit": "read"}', now()),
  ('editor', '{"zh": "编辑", "en": "Editor"}',
    '{"servers": "read", "content": "change", "leaderboard": "read"}', now()),
  ('host-admin', '{"zh": "运维", "en": "Host admin"}',
    '{"servers": "change", "rcon": "change", "rentals": "change", "settings": "read"}', now());

insert into operators (steam_id, role_id)
select steam_id, 'owner' from memberships where group_name = 'op';
