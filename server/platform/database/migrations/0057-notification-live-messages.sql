-- Messages that show the server list in a channel: one for each, which is edited when the list changes.
create table notification_live_messages (
  channel_id uuid primary key references notification_channels on delete cascade,
  -- At most one edit in this time.
  every_seconds integer not null,
  -- Of the service; null before the first and after it was deleted there.
  message_id text,
  -- The digest of what it shows.
  shown bytea,
  next_at timestamptz not null
);
