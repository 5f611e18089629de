-- What a server's reports are counted for, and by which rules (I10).
alter table servers
  add column board text check (board in ('dm', 'dm-pistol', 'solo', 'retakes')),
  add column free_for_all boolean not null default false,
  add column min_humans integer not null default 2 check (min_humans > 0);

-- What a game server shows to be believed: SHA-256 of its secret. A revoked one is kept, and so is one whose server is
-- gone: both are told to stop (410), where a stranger is merely refused.
create table event_secrets (
  hash bytea primary key,
  server_id uuid references servers on delete set null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index event_secrets_server on event_secrets (server_id);

-- One run of one game server, as its own token tells it; without the token's headers all of a server is one stream.
-- `head` is the time up to which it is counted, by the server's clock in ms, `state` what is known there: who plays, on
-- which side, who lives. A removed server's streams are no longer counted and are deleted bit by bit: at once it could
-- take minutes.
create table event_streams (
  id bigint generated always as identity primary key,
  server_id uuid references servers on delete set null,
  kind text not null check (kind in ('log', 'matchzy')),
  token text not null,
  head bigint not null,
  state jsonb,
  -- When the batch at the head came.
  heard_at timestamptz,
  -- When any of its batches was counted last: whose turn it is.
  counted_at timestamptz,
  -- Sums of its counted batches, so that nobody has to look through all of them.
  batches bigint not null default 0,
  bytes bigint not null default 0,
  gaps bigint not null default 0,
  missing bigint not null default 0,
  unique (server_id, kind, token)
);

-- The raw batches, each once, and the queue of what is not counted yet. Beside each counted batch stands what it added to
-- the boards and what was known after it: a batch that comes late is counted in its place, and those after it are put
-- back into the queue one by one, until one of them ends as it ended before.
create table event_batches (
  id bigint generated always as identity primary key,
  stream_id bigint not null references event_streams on delete cascade,
  -- The place in the stream: the time of the first line (ms by the server's clock), then byte offsets, which begin at 0
  -- again with every map under the same token. Without offsets they are 0.
  at bigint not null,
  begins bigint not null,
  ends bigint not null,
  -- What tells a repeat, whose place is the same too: the offsets, else a digest of the body.
  key text collate "C" not null,
  body bytea not null,
  received_at timestamptz not null,
  -- The rules of the server when the batch came: counting it again gives the same.
  board text,
  free_for_all boolean not null,
  min_humans integer not null,
  counted_at timestamptz,
  counted jsonb,
  after jsonb,
  -- Bytes that were missing right before this batch when it was counted.
  missing bigint not null default 0,
  unique (stream_id, at, begins, ends, key)
);
create index event_batches_waiting on event_batches (stream_id, at, begins, ends, key) where counted_at is null;
create index event_batches_received on event_batches (received_at);
