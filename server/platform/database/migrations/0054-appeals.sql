-- An appeal is a case of its own, about one sanction: what the player and the operators write.
create table appeal_messages (
  id uuid primary key,
  case_id uuid not null references cases on delete cascade,
  by text not null check (by in ('player', 'operator')),
  -- A SteamID64, `operator`, or `token:` and a name.
  author text not null,
  text text not null,
  at timestamptz not null
);
create index appeal_messages_of_case on appeal_messages (case_id, id);
create unique index cases_open_appeal on cases (sanction_id) where closed_at is null and kind = 'appeal';
