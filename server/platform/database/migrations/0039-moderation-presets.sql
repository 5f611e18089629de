-- The commands that kick, ban and mute the players of a server, and its number in the table of the VIP plugin; null: those of the
-- portal's settings.
alter table servers add column moderation_preset text;
alter table servers add column vip_server_id integer check (vip_server_id >= 0);
alter table rentals add column moderation_preset text;

-- Portals with the former lines of CS2-SimpleAdmin get the present ones, which have more commands and quote the reason.
update portal_settings
set value = jsonb_set(value, '{moderationCommands}', (value -> 'moderationCommands') || jsonb_build_object(
  'kick', 'css_kick #{userid} "{reason}"',
  'ban', 'css_addban {steamid} {minutes} "{reason}"',
  'unban', 'css_unban {steamid} "{reason}"',
  'mute', 'css_addmute {steamid} {minutes} "{reason}"',
  'unmute', 'css_unmute {steamid}',
  'gag', 'css_addgag {steamid} {minutes} "{reason}"',
  'ungag', 'css_ungag {steamid}'))
where key = 'portal'
  and value -> 'moderationCommands' ->> 'kick' = 'css_kick #{userid} {reason}'
  and value -> 'moderationCommands' ->> 'ban' = 'css_addban {steamid} {minutes} {reason}';
-- Where no command was to be sent, none of the new ones is.
update portal_settings
set value = jsonb_set(value, '{moderationCommands,unban}', '""')
where key = 'portal' and value -> 'moderationCommands' ->> 'ban' = '' and not value -> 'moderationCommands' ? 'unban';
