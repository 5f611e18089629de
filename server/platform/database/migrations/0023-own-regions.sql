-- Regions of the operator's own, the filter each is found under, and regions that players do not see.
alter table regions
  add column filter_group text not null default 'other'
    check (filter_group in ('china', 'asia', 'europe', 'america', 'other')),
  add column hidden boolean not null default false;
update regions set filter_group = case
  when code in ('ap-shanghai', 'ap-beijing', 'ap-guangzhou', 'ap-chengdu', 'ap-wuhan', 'ap-hongkong', 'ap-nanjing', 'ap-chongqing')
    then 'china'
  when code like 'ap-%' then 'asia'
  when code like 'eu-%' then 'europe'
  when code like 'na-%' or code like 'sa-%' then 'america'
  else 'other' end;
