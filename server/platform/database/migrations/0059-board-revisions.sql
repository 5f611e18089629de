-- Another one after each transaction that may have changed any board: a page that a process keeps is that of one revision.
alter table boards add column revision bigint not null default 0;
