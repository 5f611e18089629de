-- What the machine of a host has; null until its driver could read it.
alter table hosts add column machine_memory_mb integer;
alter table hosts add column machine_cpus integer;

-- The class of CPU that an instance was placed in; what it takes from its host follows from the settings.
alter table rental_instances add column host_class text not null default 'standard'
  check (host_class in ('standard', 'performance'));
update rental_instances set host_class = 'performance'
  from rentals where rentals.id = rental_instances.rental_id and rentals.relocatable;
