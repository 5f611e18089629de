-- The operator works on a server: it is asked and shown, but nobody is sent there.
alter table servers add column maintenance boolean not null default false;
alter table servers add column maintenance_zh text not null default '';
alter table servers add column maintenance_en text not null default '';

-- Since when a server has been silent; null while it answers.
alter table server_status add column offline_since timestamptz;

-- What operators ran on the consoles of servers: command and answer with secrets masked. Actors are kept as text, as in the
-- audit log, which keeps the command for longer.
create table console_lines (
  id uuid primary key,
  server_id uuid not null references servers on delete cascade,
  at timestamptz not null,
  actor text not null,
  command text not null,
  output text not null,
  ms integer not null,
  refused text
);
create index console_lines_server on console_lines (server_id, id);
create index console_lines_at on console_lines (at);

-- The maps a server named when it was last asked, for the completion of its console.
create table server_maps (
  server_id uuid primary key references servers on delete cascade,
  maps text[] not null,
  asked_at timestamptz not null
);
