-- The session that began a link: without it the link cannot be ended. Links that were begun before have ten minutes at most.
delete from account_link_attempts where user_id is not null;
alter table account_link_attempts add column session_id uuid references sessions on delete cascade;
create index account_link_attempts_session on account_link_attempts (session_id);
