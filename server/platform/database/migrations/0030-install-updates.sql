-- The last run of the update command on a host: `update_op` makes it one run, whatever process asks for it.
alter table hosts add column update_op text;
alter table hosts add column update_state text check (update_state in ('running', 'done', 'failed'));
alter table hosts add column update_started_at timestamptz;
alter table hosts add column update_ended_at timestamptz;
-- The last lines that it printed.
alter table hosts add column update_output text not null default '';
-- The version that Steam required when it was started.
alter table hosts add column update_required integer;
