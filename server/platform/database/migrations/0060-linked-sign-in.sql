-- Signing in by a linked account: an attempt without a user is one to sign in.
alter table account_link_attempts alter column user_id drop not null;

-- The service that proved who the player is; null for Steam and for links.
alter table tickets add column provider text check (provider in ('discord', 'qq'));

alter table sessions drop constraint sessions_method_check;
alter table sessions add constraint sessions_method_check check (method in ('steam', 'email', 'link', 'linked'));
