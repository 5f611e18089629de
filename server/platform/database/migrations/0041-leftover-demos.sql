-- Demos that the game recorded and did not upload: before an instance is removed it is halted, and its demos are collected.
alter table rental_instances
  -- It may have demos that are not collected since it was halted.
  add column demos_due boolean not null default false,
  add column halted_at timestamptz;

-- Every demo that was ever stored of a rental, by its name, so that one that was deleted is not collected again.
create table rental_demo_files (
  rental_id uuid not null references rentals on delete cascade,
  name text not null,
  size bigint not null,
  stored_at timestamptz not null,
  primary key (rental_id, name)
);
