-- Where a practice server can stand (G23). The operator names it and says how many it holds; which machines it has is a setting.
create table regions (
  code text collate "C" primary key,
  name_zh text not null,
  name_en text not null,
  position integer not null,
  recommended boolean not null default false,
  capacity integer not null default 0 check (capacity >= 0),
  -- G20; null without maintenance.
  maintenance_since timestamptz,
  maintenance_zh text not null default '',
  maintenance_en text not null default ''
);
insert into regions (code, name_zh, name_en, position) values
  ('ap-shanghai', '上海', 'Shanghai', 10),
  ('ap-guangzhou', '广州', 'Guangzhou', 20),
  ('ap-hongkong', '香港', 'Hong Kong', 30),
  ('ap-beijing', '北京', 'Beijing', 40),
  ('ap-chengdu', '成都', 'Chengdu', 50),
  ('ap-nanjing', '南京', 'Nanjing', 60),
  ('ap-chongqing', '重庆', 'Chongqing', 70),
  ('ap-wuhan', '武汉', 'Wuhan', 80),
  ('ap-tokyo', '东京', 'Tokyo', 90),
  ('ap-seoul', '首尔', 'Seoul', 100),
  ('ap-singapore', '新加坡', 'Singapore', 110),
  ('ap-sydney', '悉尼', 'Sydney', 120),
  ('ap-mumbai', '孟买', 'Mumbai', 130),
  ('ap-jakarta', '雅加达', 'Jakarta', 140),
  ('eu-frankfurt', '法兰克福', 'Frankfurt', 150),
  ('na-siliconvalley', '硅谷', 'Silicon Valley', 160),
  ('na-ashburn', '弗吉尼亚', 'Ashburn', 170),
  ('sa-saopaulo', '圣保罗', 'São Paulo', 180);

-- What somebody rents: everything that is wanted of a server. Where it stands is in lease_instances, and a reconciler makes
-- the two agree. It stays for good, so that an expired one comes back with its settings (G13, G21).
create table leases (
  id uuid primary key,
  -- `instance_id` over the wire.
  number text collate "C" not null unique check (number ~ '^sv-[0-9a-z]{6}$'),
  user_id uuid not null references users,
  owner bigint not null,
  name text not null,
  -- Sealed by the key ring for 'lease:<id>:password', ':rcon' and ':report'.
  password text not null,
  rcon_password text not null,
  report_secret text not null,
  -- [{steamid, name, servername}]
  admins jsonb not null default '[]',
  -- Raised by every change of name, password, admins or report secret: what a game server was told is compared with it.
  rev integer not null default 1,
  relocatable boolean not null,
  region text collate "C" not null references regions,
  -- The length bought last, by which its end is told (G21).
  duration text not null,
  created_at timestamptz not null,
  -- When it first ran: from there its term counts (G25).
  ready_at timestamptz,
  expires_at timestamptz not null,
  -- When the operator ended it; null once it was given more time.
  ended_at timestamptz,
  -- Set where everything of it is to go at once: its order was paid back. It is shown no more.
  revoked_at timestamptz,
  -- G25: it could not be made in time.
  failed_at timestamptz,
  refund_asked_at timestamptz,
  -- The generation that stands, or is to stand; 0 before the first.
  generation integer not null default 0,
  -- As it is shown: what the reconciler last found it in.
  state text not null check (state in
    ('creating', 'running', 'restarting', 'switching', 'verifying', 'terminating', 'terminated', 'failed', 'lost')),
  state_at timestamptz not null,
  problem text not null default '',
  -- What was asked for and is not done yet; the same op twice is one restart (R13).
  restart_op uuid,
  restart_at timestamptz,
  verify_op uuid,
  verify_at timestamptz,
  -- G20 of this lease alone.
  maintenance_since timestamptz,
  maintenance_zh text not null default '',
  maintenance_en text not null default '',
  -- Until when maintenance was given back (G20): what lies before is given back by nothing else.
  credited_until timestamptz,
  -- The end that VIP was told last (F7); null where it was told of none.
  vip_until timestamptz,
  -- When what is kept of an expired one was deleted (G21).
  cleared_at timestamptz,
  -- The reconciler: when it looks at it next, who holds it until when, and a number that grows with every holder, so that
  -- whoever was thought dead writes nothing (R8).
  due_at timestamptz,
  held_until timestamptz,
  epoch bigint not null default 0,
  -- How often no place was found for it, or nothing of it could be cleared, in a row, and when it is tried again.
  tries integer not null default 0,
  retry_at timestamptz,
  changed_at timestamptz not null
);
create index leases_user on leases (user_id);
create index leases_owner on leases (owner);
create index leases_region on leases (region) where state <> 'terminated';
create index leases_due on leases (due_at) where due_at is not null;
create index leases_admins on leases using gin (admins jsonb_path_ops);

-- What an order did to a lease, once (R: an order is one change).
create table lease_orders (
  order_id uuid primary key references orders,
  lease_id uuid not null references leases,
  kind text not null check (kind in ('new', 'renew')),
  -- The part of the lease that it paid for; it moves up when one before it is taken back.
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at >= starts_at),
  at timestamptz not null,
  revoked_at timestamptz
);
create index lease_orders_lease on lease_orders (lease_id);

-- Where a lease stands or stood: a generation is one process or container, under one name, on one port of one machine. A row
-- is removed once its absence was seen, not before: until then its port is nobody else's (R10).
create table lease_instances (
  lease_id uuid not null references leases,
  generation integer not null check (generation > 0),
  region text collate "C" not null,
  driver text not null check (driver in ('process', 'docker')),
  node text collate "C" not null,
  -- Where the portal asks it, and what players connect to.
  host text not null,
  public_host text not null,
  port integer not null check (port between 1 and 65535),
  state text not null check (state in ('placed', 'starting', 'ready', 'stopping', 'removed')),
  created_at timestamptz not null,
  started_at timestamptz,
  ready_at timestamptz,
  -- Since when the game does not answer although it runs, and since when its machine is not reached; null while all is well.
  silent_at timestamptz,
  unreached_at timestamptz,
  -- When that was seen last: what nobody looked at meanwhile may have been well in between.
  unreached_seen_at timestamptz,
  removed_at timestamptz,
  -- Whether its data stays when it is stopped: until the lease's time of grace is over.
  kept boolean not null default false,
  -- The rev that its files hold, and the one that the running game was told.
  files_rev integer not null default 0,
  applied_rev integer not null default 0,
  -- What was done to it last and is not to be done again before then, after so many failures or crashes in a row.
  tried text not null default '',
  tries integer not null default 0,
  retry_at timestamptz,
  restarted_op uuid,
  verified_op uuid,
  -- What the game server told last.
  map text,
  players integer,
  bots integer,
  players_max integer,
  seen_at timestamptz,
  primary key (lease_id, generation),
  check ((removed_at is not null) = (state = 'removed'))
);
create unique index lease_instances_port on lease_instances (node, port) where removed_at is null;
create index lease_instances_standing on lease_instances (node) where removed_at is null;
create index lease_instances_freed on lease_instances (node, removed_at) where removed_at is not null;

-- Ports that somebody else on the machine has.
create table burned_ports (
  node text collate "C" not null,
  port integer not null,
  until timestamptz not null,
  primary key (node, port)
);

-- Moves to another region or machine (G18). Of a day those of the owner that did not fail count.
create table lease_switches (
  id uuid primary key,
  lease_id uuid not null references leases,
  from_region text not null,
  to_region text not null,
  -- Asked by the owner, or by an operator, whose moves count for nothing and keep the demos.
  by_owner boolean not null,
  -- YYYY-MM-DD of Asia/Shanghai.
  day date not null,
  -- What is made in the target; null until a place is found.
  generation integer,
  state text not null check (state in ('running', 'done', 'failed')),
  asked_at timestamptz not null,
  ended_at timestamptz,
  reason text not null default '',
  -- When the demos from before an owner's move were deleted.
  forgotten_at timestamptz,
  check ((ended_at is null) = (state = 'running'))
);
create unique index lease_switches_running on lease_switches (lease_id) where state = 'running';
create index lease_switches_day on lease_switches (lease_id, day);

-- Which ends were told (G21), once for each end; of one that could not be made, the time it was given up at.
create table lease_notices (
  lease_id uuid not null references leases,
  expires_at timestamptz not null,
  kind text not null check (kind in ('3d', '1d', '1h', 'failed')),
  told_at timestamptz not null,
  primary key (lease_id, expires_at, kind)
);

-- The reconciler's history: what was done or met.
create table lease_lines (
  id bigint generated always as identity primary key,
  lease_id uuid not null references leases,
  at timestamptz not null,
  generation integer,
  what text not null,
  detail jsonb not null default '{}'
);
create index lease_lines_lease on lease_lines (lease_id, id desc);

-- The commands of the chat (G1), filled once from content/commands.json, then the operator's.
create table commands (
  id uuid primary key,
  position integer not null,
  command text not null,
  description_zh text not null,
  description_en text not null,
  -- The same in a word or two, for the panel of the common ones; empty: the description stands there too.
  brief_zh text not null default '',
  brief_en text not null default '',
  type text not null check (type in ('Match', 'Practice', 'Admin')),
  frequent boolean not null default false
);

-- What the reconciler knows of a machine, for the operator.
create table fleet_nodes (
  node text collate "C" primary key,
  driver text not null,
  listed_at timestamptz,
  silent_at timestamptz,
  problem text not null default ''
);

-- F7: until when a lease sees to it that its owner is VIP. What it adds to a membership for that are terms of the source
-- 'lease': as many as there are gaps it fills.
create table vip_covers (
  source_id uuid primary key,
  steam_id bigint not null,
  until timestamptz not null
);
create index vip_covers_player on vip_covers (steam_id);
alter table vip_terms drop constraint vip_terms_source_source_id_key;
create unique index vip_terms_source on vip_terms (source, source_id) where source <> 'lease';
create index vip_terms_lease on vip_terms (source_id) where source = 'lease';
