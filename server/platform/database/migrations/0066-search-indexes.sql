-- Searches of the console find a part of a name, an e-mail address or an order's number by index.
-- A database with the locale C has trigrams of ASCII only: names with other characters have an index of single characters.
create index users_username_characters on users using gin (string_to_array(lower(username), null))
  where octet_length(username) > char_length(username);
create index steam_profiles_name_characters on steam_profiles using gin (string_to_array(lower(name), null))
  where octet_length(name) > char_length(name);

-- The extension comes with PostgreSQL, and the owner of a database may create it. Where it is missing, searches are slower.
do $$
declare
  opclass text;
begin
  if not exists (select from pg_available_extensions where name = 'pg_trgm') then
    raise warning 'PostgreSQL has no extension pg_trgm: searches of the console are slow with many accounts';
    return;
  end if;
  begin
    create extension if not exists pg_trgm;
  exception when insufficient_privilege then
    raise warning 'the extension pg_trgm may not be created: searches of the console are slow with many accounts';
    return;
  end;
  select format('%I.gin_trgm_ops', nspname) into opclass
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
  execute format('create index users_username_trigrams on users using gin (username %s)', opclass);
  execute format('create index users_email_trigrams on users using gin (email %s)', opclass);
  execute format('create index steam_profiles_name_trigrams on steam_profiles using gin (name %s)', opclass);
  execute format('create index orders_number_trigrams on orders using gin (number %s)', opclass);
end $$;
