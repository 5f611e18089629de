-- What an act of an operator changed: only what differs; null where nothing was or is.
alter table audit_log add column before jsonb, add column after jsonb;
create index audit_log_action on audit_log (action, id);

-- Two operators who edit one thing: each change counts its revision up, and who saw an older one is told.
create function count_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end
$$;

alter table servers add column revision integer not null default 1;
alter table announcements add column revision integer not null default 1;
alter table portal_settings add column revision integer not null default 1;
alter table prices add column revision integer not null default 1;
alter table coupons add column revision integer not null default 1;
alter table privileges add column revision integer not null default 1;
alter table seasons add column revision integer not null default 1;
alter table regions add column revision integer not null default 1;
alter table commands add column revision integer not null default 1;

create trigger servers_revision before update on servers for each row execute function count_revision();
create trigger announcements_revision before update on announcements for each row execute function count_revision();
create trigger portal_settings_revision before update on portal_settings for each row execute function count_revision();
create trigger prices_revision before update on prices for each row execute function count_revision();
create trigger coupons_revision before update on coupons for each row execute function count_revision();
create trigger privileges_revision before update on privileges for each row execute function count_revision();
create trigger seasons_revision before update on seasons for each row execute function count_revision();
create trigger regions_revision before update on regions for each row execute function count_revision();
create trigger commands_revision before update on commands for each row execute function count_revision();
