-- The language in which an account's mails are written: the one last chosen on the page. Null: unknown, mails are in both.
alter table users add column language text check (language in ('zh', 'en'));
-- The optional kinds of mail that the player switched off (`contract/rules/accounts/optional-mails.ts`).
alter table users add column mails_off text[] not null default '{}';
