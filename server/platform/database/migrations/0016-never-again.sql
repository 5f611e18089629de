-- What is deleted and made again under the same name is not what somebody saw before: of prices and coupons no revision comes
-- twice. Those that stand keep theirs, all of them smaller.
create sequence revisions as integer;
select setval('revisions', greatest(1000, (select max(revision) from prices), (select max(revision) from coupons)));

create function next_revision() returns trigger language plpgsql as $$
begin
  new.revision := nextval('revisions');
  return new;
end
$$;

alter table prices alter column revision set default nextval('revisions');
alter table coupons alter column revision set default nextval('revisions');
-- It goes with its tables where a restore makes all of them anew.
alter sequence revisions owned by prices.revision;
drop trigger prices_revision on prices;
drop trigger coupons_revision on coupons;
create trigger prices_revision before update on prices for each row execute function next_revision();
create trigger coupons_revision before update on coupons for each row execute function next_revision();

-- What operators asked for under a key is done once, however often it is asked.
create table operator_keys (
  key uuid primary key,
  -- The call and what was asked for by it: another thing under the same key is refused.
  contents text not null,
  at timestamptz not null
);
