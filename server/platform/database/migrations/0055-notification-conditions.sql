-- States that the portal watches for notifications, such as a server that is down: what was seen, and whether it was reported.
create table notification_conditions (
  kind text not null,
  subject text not null,
  since timestamptz not null,
  reported boolean not null,
  -- What a source compares with the next time, such as a count; and how it is called.
  value text not null,
  label text not null,
  primary key (kind, subject)
);

-- Messages of one moment are listed in their order.
drop index notification_deliveries_by_time;
create index notification_deliveries_by_time on notification_deliveries (created_at desc, seq desc);
