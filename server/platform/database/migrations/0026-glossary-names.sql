-- Tables, columns and stored words carry the names of docs/glossary.md. No data changes but the words of alerts and VIP terms.
alter table leases rename to rentals;
alter index leases_pkey rename to rentals_pkey;
alter index leases_user rename to rentals_user;
alter index leases_owner rename to rentals_owner;
alter index leases_region rename to rentals_region;
alter index leases_due rename to rentals_due;
alter index leases_admins rename to rentals_admins;
alter index leases_outage rename to rentals_outage;

alter table lease_orders rename to rental_orders;
alter table rental_orders rename column lease_id to rental_id;
alter index lease_orders_lease rename to rental_orders_rental;

alter table lease_instances rename to rental_instances;
alter table rental_instances rename column lease_id to rental_id;
alter table rental_instances rename column node to host_name;
alter index lease_instances_port rename to rental_instances_port;
alter index lease_instances_standing rename to rental_instances_present;
alter index lease_instances_freed rename to rental_instances_removed;

alter table burned_ports rename to blocked_ports;
alter table blocked_ports rename column node to host_name;

alter table fleet_nodes rename to hosts;
alter table hosts rename column node to host_name;

alter table lease_switches rename to rental_switches;
alter table rental_switches rename column lease_id to rental_id;
alter index lease_switches_running rename to rental_switches_running;
alter index lease_switches_day rename to rental_switches_day;

alter table lease_notices rename to rental_reminders;
alter table rental_reminders rename column lease_id to rental_id;
alter table rental_reminders rename constraint lease_notices_kind_check to rental_reminders_kind_check;

alter table lease_lines rename to rental_lines;
alter table rental_lines rename column lease_id to rental_id;
alter index lease_lines_lease rename to rental_lines_rental;

alter table lease_players rename to rental_players;
alter table rental_players rename column lease_id to rental_id;

alter table lease_demos rename to rental_demos;
alter table rental_demos rename column lease_id to rental_id;

alter table event_secrets rename column lease_id to rental_id;
alter index event_secrets_lease rename to event_secrets_rental;
alter table event_streams rename column lease_id to rental_id;

alter table vip_deliveries rename column lease to claim_id;

-- A partial index and a check hold the word itself.
drop index vip_terms_source;
drop index vip_terms_lease;
alter table vip_terms drop constraint vip_terms_source_check;
update vip_terms set source = 'rental' where source = 'lease';
alter table vip_terms add constraint vip_terms_source_check check (source in ('order', 'card', 'rental'));
create unique index vip_terms_source on vip_terms (source, source_id) where source <> 'rental';
create index vip_terms_rental on vip_terms (source_id) where source = 'rental';

update money_alerts set kind = 'rental-failed' where kind = 'lease-failed';

alter table limits rename to rate_limits;
alter index limits_end rename to rate_limits_end;
alter table operator_keys rename to idempotency_keys;
alter table console_lines rename to rcon_commands;
alter index console_lines_server rename to rcon_commands_server;
alter index console_lines_at rename to rcon_commands_at;

-- The audit log names a call by its address.
update audit_log set action = replace(action, '/api/operator/leases', '/api/operator/rentals')
  where action like '%/api/operator/leases%';

-- The history of a rental names its host.
update rental_lines set detail = detail - 'node' || jsonb_build_object('hostName', detail -> 'node') where detail ? 'node';
