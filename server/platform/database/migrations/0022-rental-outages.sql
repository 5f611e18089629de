-- What the owner changed last, by the rev it got, and the highest rev that a running game has confirmed: what is between is shown as
-- being applied.
alter table leases
  add column password_rev integer not null default 0,
  add column password_at timestamptz,
  add column admins_rev integer not null default 0,
  add column admins_at timestamptz,
  add column confirmed_rev integer not null default 0,
  -- The outage that has not ended: since when, why, since when the server runs again, and the time it gave back so far.
  add column outage_at timestamptz,
  add column outage_reason text check (outage_reason in ('crashed', 'silent', 'starting', 'unreachable')),
  add column outage_up_at timestamptz,
  add column outage_credited_ms bigint not null default 0,
  -- Where players joined it last, and when that became another address.
  add column address text not null default '',
  add column address_changed_at timestamptz,
  add check ((outage_at is null) = (outage_reason is null));
create index leases_outage on leases (outage_at) where outage_at is not null;

update leases set address = one.public_host || ':' || one.port
from lease_instances one
where one.lease_id = leases.id and one.generation = leases.generation and one.ready_at is not null;

alter table lease_notices drop constraint lease_notices_kind_check;
alter table lease_notices add constraint lease_notices_kind_check
  check (kind in ('3d', '1d', '1h', 'failed', 'ready', 'outage', 'address'));
