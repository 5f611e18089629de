-- Set: no new instance is placed there; what runs there goes on.
alter table hosts add column cordoned_at timestamptz;
alter table regions add column cordoned_at timestamptz;

-- What an operator does to many rentals at once, by the reconciler of each.
create table fleet_jobs (
  id uuid primary key,
  -- `drain`: move every rental off a host; `restart`: restart each once.
  kind text not null check (kind in ('drain', 'restart')),
  -- What was chosen; neither for a list of rentals.
  host_name text,
  region text,
  started_at timestamptz not null,
  -- When occupied servers are interrupted too; null: only when they are empty.
  deadline_at timestamptz,
  -- How many rentals are worked on at once.
  parallel integer not null check (parallel between 1 and 10),
  cancelled_at timestamptz,
  ended_at timestamptz,
  check (kind = 'restart' or host_name is not null)
);
create unique index fleet_jobs_open_drain on fleet_jobs (host_name) where kind = 'drain' and ended_at is null;

create table fleet_job_items (
  job_id uuid not null references fleet_jobs on delete cascade,
  rental_id uuid not null references rentals on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'cancelled')),
  changed_at timestamptz not null,
  -- The move of a drain.
  switch_id uuid references rental_switches on delete set null,
  -- Why it could not begin or did not succeed, and when it is tried again.
  problem text not null default '',
  retry_at timestamptz,
  primary key (job_id, rental_id)
);
create index fleet_job_items_open on fleet_job_items (rental_id) where state in ('waiting', 'running');
