-- Backups that workers made or are asked for, and weekly tests of them. The files are in the store of backups.
create table backups (
  id uuid primary key,
  kind text not null check (kind in ('backup', 'verification')),
  state text not null check (state in ('requested', 'running', 'done', 'failed')),
  requested_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- The stored file; of a verification the one that was tested.
  name text,
  size bigint,
  sha256 text,
  error text not null default ''
);
create index backups_by_time on backups (requested_at desc);
