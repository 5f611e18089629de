-- Owners are told when a new server runs for the first time. Of those that run already nobody is told now.
alter table lease_notices drop constraint lease_notices_kind_check;
alter table lease_notices add constraint lease_notices_kind_check
  check (kind in ('3d', '1d', '1h', 'failed', 'ready'));
insert into lease_notices (lease_id, expires_at, kind, told_at)
  select id, ready_at, 'ready', now() from leases where ready_at is not null
  on conflict do nothing;
