-- The table records every mail about an event of a rental, not only reminders; the code knows its kinds.
alter table rental_reminders rename to rental_mails;
alter table rental_mails rename column expires_at to event_at;
alter table rental_mails rename column told_at to sent_at;
alter table rental_mails drop constraint rental_reminders_kind_check;

-- G24: when the last verification of a rental's files ended with a fault; null after one without.
alter table rentals add column verify_failed_at timestamptz;
