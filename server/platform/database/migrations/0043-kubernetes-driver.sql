-- Rented servers also run as pods of Kubernetes.
alter table rental_instances drop constraint if exists lease_instances_driver_check;
alter table rental_instances drop constraint if exists rental_instances_driver_check;
alter table rental_instances add constraint rental_instances_driver_check
  check (driver in ('process', 'docker', 'kubernetes'));
