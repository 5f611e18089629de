-- Tables that grow with time are partitioned by it: retention drops a partition instead of deleting its rows (decision 0051).
-- Partitions are in a schema of their own, so that a list of the portal's tables has each table once. Rows from before stay in their
-- file: their table becomes the first partition. Nothing is copied; one scan of the rows proves the partition's bound.
create schema if not exists partitions;

-- Makes the former table of `name`, which is partitions.<name>_former, the partition from `low` to `bound`, or drops it where it is empty.
-- Rows outside move: a clock may have been ahead.
create function partitions.attach_former(name text, key text, low text, bound text) returns void language plpgsql as $$
declare
  former text := format('partitions.%I', name || '_former');
  is_empty boolean;
  columns text;
begin
  execute format('select not exists (select from %s)', former) into is_empty;
  if is_empty then
    execute format('drop table %s', former);
    return;
  end if;
  select string_agg(quote_ident(attname), ', ' order by attnum) into columns from pg_attribute
    where attrelid = former::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  execute format(
    'with moved as (delete from %1$s where %2$I < %3$L or %2$I >= %4$L returning %5$s)
      insert into %6$I (%5$s) select * from moved',
    former, key, low, bound, columns, name);
  execute format('alter table %I attach partition %s for values from (%L) to (%L)', name, former, low, bound);
end
$$;

-- Raw batches, by the time of their first line, which is a part of the key that recognises a repeat: a repeat always has the same
-- partition. Each partition has its own key of `id`; one sequence numbers them all.
alter table event_batches set schema partitions;
alter table partitions.event_batches rename to event_batches_former;
create sequence event_batches_id_seq;
select setval('event_batches_id_seq', last_value, is_called) from partitions.event_batches_id_seq;
alter table partitions.event_batches_former alter column id drop identity;
create table event_batches (
  like partitions.event_batches_former including defaults including constraints including storage including compression,
  unique (stream_id, at, begins, ends, key),
  foreign key (stream_id) references event_streams on delete cascade
) partition by range (at);
create index event_batches_waiting on event_batches (stream_id, at, begins, ends, key) where counted_at is null;
create index event_batches_received on event_batches (received_at);
create table partitions.event_batches_default partition of event_batches (primary key (id)) default;
-- Reports of MatchZy, and batches without the time of a line.
create table partitions.event_batches_timeless partition of event_batches (primary key (id)) for values from (minvalue) to (1);
select partitions.attach_former('event_batches', 'at', '1', (extract(epoch from
  date_trunc('week', now() at time zone 'UTC' + interval '1 day') + interval '1 week') * 1000)::bigint::text);
alter table event_batches alter column id set default nextval('event_batches_id_seq');
alter sequence event_batches_id_seq owned by event_batches.id;

alter table audit_log set schema partitions;
alter table partitions.audit_log rename to audit_log_former;
create sequence audit_log_id_seq;
select setval('audit_log_id_seq', last_value, is_called) from partitions.audit_log_id_seq;
alter table partitions.audit_log_former alter column id drop identity;
create table audit_log (
  like partitions.audit_log_former including defaults including constraints including generated including storage
    including compression
) partition by range (at);
create index audit_log_at on audit_log (at, id);
create index audit_log_operators on audit_log (at, id) where by_operator;
create index audit_log_actor on audit_log (actor, at, id);
create index audit_log_subject on audit_log (subject, at, id);
create index audit_log_action on audit_log (action, at, id);
create table partitions.audit_log_default partition of audit_log (primary key (id)) default;
select partitions.attach_former('audit_log', 'at', '-infinity', ((
  date_trunc('month', now() at time zone 'UTC' + interval '1 day') + interval '1 month') at time zone 'UTC')::text);
alter table audit_log alter column id set default nextval('audit_log_id_seq');
alter sequence audit_log_id_seq owned by audit_log.id;

alter table server_history_minutes set schema partitions;
alter table partitions.server_history_minutes rename to server_history_minutes_former;
create table server_history_minutes (
  like partitions.server_history_minutes_former including constraints,
  primary key (server_id, at),
  foreign key (server_id) references servers on delete cascade
) partition by range (at);
create index server_history_minutes_at on server_history_minutes (at);
create table partitions.server_history_minutes_default partition of server_history_minutes default;
select partitions.attach_former('server_history_minutes', 'at', '-infinity', ((
  date_trunc('day', now() at time zone 'UTC') + interval '1 day') at time zone 'UTC')::text);

alter table server_history_hours set schema partitions;
alter table partitions.server_history_hours rename to server_history_hours_former;
create table server_history_hours (
  like partitions.server_history_hours_former including constraints,
  primary key (server_id, at),
  foreign key (server_id) references servers on delete cascade
) partition by range (at);
create index server_history_hours_at on server_history_hours (at);
create table partitions.server_history_hours_default partition of server_history_hours default;
select partitions.attach_former('server_history_hours', 'at', '-infinity', ((
  date_trunc('month', now() at time zone 'UTC' + interval '1 day') + interval '1 month') at time zone 'UTC')::text);

alter table player_days set schema partitions;
alter table partitions.player_days rename to player_days_former;
create table player_days (
  like partitions.player_days_former including constraints,
  primary key (steam_id, mode, day)
) partition by range (day);
create index player_days_day on player_days (day);
create table partitions.player_days_default partition of player_days default;
-- Days of the community's time zone are ahead of UTC.
select partitions.attach_former('player_days', 'day', '-infinity', (
  date_trunc('month', now() at time zone 'UTC' + interval '2 days') + interval '1 month')::date::text);

drop function partitions.attach_former;
