-- Seasons may be scheduled. They never overlap, whoever writes them; one without an end goes on for ever.
drop index seasons_open;
alter table seasons add constraint seasons_apart exclude using gist (tstzrange(starts_at, ends_at) with &&);
