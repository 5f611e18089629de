-- How the session was begun that turned a second factor on: one from an e-mail session can be removed by the SteamID's owner.
alter table second_factors add column set_up_by text check (set_up_by in ('steam', 'email', 'link'));

-- The session that confirmed an earlier one was marked at the same moment. Where that session has ended, the origin stays unknown.
update second_factors set set_up_by = sessions.method
from sessions
where sessions.user_id = second_factors.user_id and sessions.second_factor_at = second_factors.confirmed_at;
