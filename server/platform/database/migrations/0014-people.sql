-- Whom an operator keeps out (C16): no sign-in of any way begins a session while a block holds.
create table user_blocks (
  user_id uuid primary key references users on delete cascade,
  reason text not null,
  blocked_at timestamptz not null,
  -- Null: for good.
  blocked_until timestamptz,
  -- A SteamID64, or `operator` for the operator's token.
  blocked_by text not null
);

-- When somebody was last here: their sessions tell it only as long as they stand.
alter table users add column seen_at timestamptz;
update users set seen_at = (select max(sessions.seen_at) from sessions where sessions.user_id = users.id);
create index users_seen on users (seen_at desc nulls last, id desc);
create index users_created on users (created_at, id);

-- What operators did is read far more often than what players did with their own accounts; both are listed by time.
alter table audit_log
  add column by_operator boolean not null generated always as (action like '% /api/operator/%') stored,
  add column refused text generated always as (detail ->> 'refused') stored;
drop index audit_log_actor, audit_log_subject, audit_log_action;
create index audit_log_at on audit_log (at, id);
create index audit_log_operators on audit_log (at, id) where by_operator;
create index audit_log_actor on audit_log (actor, at, id);
create index audit_log_subject on audit_log (subject, at, id);
create index audit_log_action on audit_log (action, at, id);
