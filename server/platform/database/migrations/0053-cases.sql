-- The moderation queue (decision 0060): a case is of one player; reports and anomaly flags of the same player join the open one.
create table cases (
  id uuid primary key,
  -- What opened it.
  kind text not null check (kind in ('report', 'anomaly', 'appeal')),
  steam_id bigint not null,
  -- Where the player was last reported or flagged. Cases outlive their servers.
  server_id uuid,
  report_count integer not null default 0,
  -- The sum of the reports' weights.
  weight integer not null default 0,
  flag_count integer not null default 0,
  -- The SteamID64 of the operator who took it.
  assignee bigint,
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  -- A SteamID64, `operator`, or `token:` and a name.
  closed_by text,
  outcome text check (outcome in ('sanction', 'noAction', 'duplicate', 'lifted', 'upheld')),
  note text not null default '',
  duplicate_of uuid references cases on delete set null,
  -- The sanction that it led to, or that is appealed against.
  sanction_id uuid references sanctions on delete set null,
  -- Counts what operators do: reports that join a case do not refuse their changes.
  revision integer not null default 1,
  check ((closed_at is null) = (outcome is null))
);
create unique index cases_open_conduct on cases (steam_id) where closed_at is null and kind <> 'appeal';
create index cases_open on cases (updated_at desc, id desc) where closed_at is null;
create index cases_closed on cases (closed_at desc, id desc) where closed_at is not null;
create index cases_of_player on cases (steam_id, opened_at desc);
create index cases_of_sanction on cases (sanction_id) where sanction_id is not null;
create index cases_duplicates on cases (duplicate_of) where duplicate_of is not null;

create table player_reports (
  id uuid primary key,
  case_id uuid not null references cases on delete cascade,
  -- SteamIDs, not accounts: players without an account report in the chat, and reports outlive accounts.
  reporter bigint not null,
  steam_id bigint not null,
  -- What the player was called then.
  name text not null,
  server_id uuid,
  reason text not null,
  text text not null,
  source text not null check (source in ('page', 'chat')),
  weight integer not null,
  at timestamptz not null,
  -- The time to which the log of the server is read: `at`, or when the player was last there.
  evidence_at timestamptz not null,
  -- Chat and events around it, a copy: the raw log expires. Null until they are collected.
  evidence jsonb
);
create index player_reports_of_case on player_reports (case_id, at desc);
create index player_reports_by_reporter on player_reports (reporter, at desc);

create table case_comments (
  id uuid primary key,
  case_id uuid not null references cases on delete cascade,
  author text not null,
  text text not null,
  at timestamptz not null
);
create index case_comments_of_case on case_comments (case_id, id);

alter table board_flags add column case_id uuid references cases on delete set null;
create index board_flags_of_case on board_flags (case_id) where case_id is not null;
insert into cases (id, kind, steam_id, server_id, flag_count, opened_at, updated_at)
  select gen_random_uuid(), 'anomaly', steam_id, (array_agg(server_id order by at desc))[1], count(*), min(at), max(at)
    from board_flags where dismissed_at is null group by steam_id;
update board_flags set case_id = cases.id from cases
  where cases.steam_id = board_flags.steam_id and board_flags.dismissed_at is null;

update operator_roles set rights = rights || '{"reports": "change"}' where id = 'moderator';
update operator_roles set rights = rights || '{"reports": "read"}' where id = 'support';
