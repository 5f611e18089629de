-- A cleared rental has no secret that is accepted: it gets it again when it is started again.
delete from event_secrets using rentals where rentals.id = event_secrets.rental_id and rentals.cleared_at is not null;
