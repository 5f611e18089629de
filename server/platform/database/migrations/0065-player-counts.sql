-- Players on all servers together, by the minute: the overview of 1,000 servers would otherwise add up millions of rows.
create table player_counts (
  at timestamptz primary key,
  players double precision not null check (players >= 0)
);
insert into player_counts (at, players)
  select at, sum(players_sum::double precision / samples)
    from (
      select at, players_sum, samples from server_history_minutes
      union all
      select at, players_sum, samples from server_history_hours
        where at < (select coalesce(date_trunc('hour', min(at), 'UTC'), 'infinity') from server_history_minutes)
    ) as counted
    group by at;

-- The overview and the health ask every few seconds.
create index payment_events_provider on payment_events (provider, at);
create index payment_attempts_provider_paid on payment_attempts (provider, paid_at) where paid_at is not null;
create index rentals_active on rentals (expires_at) where revoked_at is null and failed_at is null;
create index rentals_attention on rentals (id)
  where revoked_at is null and (state in ('failed', 'lost') or (problem <> '' and state <> 'terminated'));
create index rental_instances_refused on rental_instances (rental_id) where removed_at is null and refused_at is not null;
