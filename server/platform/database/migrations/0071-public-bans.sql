-- The public list of bans: one page, and how many there are.
create index sanctions_bans on sanctions (created_at desc, id desc) where kind = 'ban';
