-- One request of a kind waits at a time; of those that two processes made at once the first is kept.
update backups set state = 'failed', ended_at = requested_at, error = 'another request of its kind waited'
  where state = 'requested' and exists (
    select from backups earlier
      where earlier.state = 'requested' and earlier.kind = backups.kind
        and (earlier.requested_at, earlier.id) < (backups.requested_at, backups.id));
create unique index backups_requested on backups (kind) where state = 'requested';

-- A digest shows the latest of the deliveries that it counts.
create index notification_deliveries_folded on notification_deliveries (folded_into) where folded_into is not null;
