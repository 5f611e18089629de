-- Notifications: what happens (events) goes by rules to channels, as deliveries.

create table notification_channels (
  id uuid primary key,
  kind text not null,
  name text not null,
  language text not null,
  -- Address and keys as JSON, sealed.
  target text not null,
  -- What of them is shown: the host, or the e-mail addresses.
  target_name text not null,
  -- Of a signed webhook: the secrets that sign, sealed.
  secret text,
  former_secret text,
  former_secret_until timestamptz,
  -- The most messages in a minute; null: no limit.
  per_minute integer,
  enabled boolean not null default true,
  created_at timestamptz not null,
  revision integer not null default 1
);
create trigger notification_channels_revision before update on notification_channels
  for each row execute function count_revision();

-- How sending goes; apart from the channel, so that it counts no revision up.
create table notification_channel_states (
  channel_id uuid primary key references notification_channels on delete cascade,
  -- By the portal, after days of failures.
  disabled_at timestamptz,
  failing_since timestamptz,
  -- In a row.
  failures integer not null default 0,
  problem text not null default '',
  last_sent_at timestamptz,
  -- Nothing is sent before.
  next_at timestamptz,
  -- The minute whose messages are counted.
  window_at timestamptz,
  window_count integer not null default 0,
  claimed_by uuid,
  claimed_until timestamptz
);

create table notification_rules (
  id uuid primary key,
  name text not null,
  channel_id uuid not null references notification_channels on delete cascade,
  kinds text[] not null,
  min_severity text not null,
  -- Null: all.
  server_ids uuid[],
  -- Minutes of the day in Asia/Shanghai; both or neither.
  quiet_from integer,
  quiet_to integer,
  digest_minutes integer not null,
  enabled boolean not null,
  -- Events before do not match.
  applies_from timestamptz not null,
  revision integer not null default 1
);
create index notification_rules_by_channel on notification_rules (channel_id);
create trigger notification_rules_revision before update on notification_rules
  for each row execute function count_revision();

-- The outbox: written in the transaction of what happened, and only if a rule or a player wants it.
create table notification_events (
  id uuid primary key,
  -- The order of the events of a subject.
  seq bigint generated always as identity,
  kind text not null,
  subject text not null,
  server_id uuid,
  -- The player whom it concerns.
  steam_id bigint,
  fields jsonb not null,
  at timestamptz not null,
  -- Whether its deliveries exist.
  distributed boolean not null default false
);
create index notification_events_new on notification_events (seq) where not distributed;
create index notification_events_by_time on notification_events (at);

create table notification_deliveries (
  -- The `webhook-id` of every attempt.
  id uuid primary key,
  seq bigint generated always as identity,
  channel_id uuid not null references notification_channels on delete cascade,
  -- Null of a digest and of a test, which have their content here.
  event_id uuid references notification_events on delete cascade,
  kind text not null,
  subject text not null,
  content jsonb,
  -- waiting, sent, failed, folded (counted in a digest).
  state text not null default 'waiting',
  -- By quiet hours or a digest: due ones are sent as one message, and hold up no urgent one.
  held boolean not null default false,
  due_at timestamptz not null,
  tries integer not null default 0,
  status integer,
  problem text not null default '',
  sent_at timestamptz,
  -- The digest.
  folded_into uuid,
  created_at timestamptz not null
);
create index notification_deliveries_waiting on notification_deliveries (channel_id, seq) where state = 'waiting';
create index notification_deliveries_in_order on notification_deliveries (channel_id, subject, seq) where state = 'waiting';
create index notification_deliveries_held on notification_deliveries (channel_id) where state = 'waiting' and held;
create index notification_deliveries_by_time on notification_deliveries (created_at desc, id desc);
create index notification_deliveries_by_event on notification_deliveries (event_id);
