-- The request that last changed what a rental should be: what workers do for it is logged with this id. Null once it is done, and for
-- the portal's own work.
alter table rentals add column request_id text;
