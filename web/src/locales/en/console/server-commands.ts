/** Words of the commands that the portal sends to game servers. */
export const serverCommands = {
  lead: 'Commands that the portal sends to game servers through RCON. They are filled with checked values and sent only to servers with an RCON password.',
  locked:
    'To change these commands, your role needs “Settings, jobs and backups” and “RCON and server commands” on all game servers: who writes them decides what every server runs.',
  preset: 'Preset',
  custom: 'Custom lines',
  sample: 'Sent as:',
  nothingSent: 'Leave empty to send nothing',
  badLines:
    'At most {{max}} commands, one per line, each beginning with the command itself. Placeholders: {{placeholders}}',
  vip: 'VIP',
  vipHint: 'How the VIP plugin of your game servers learns who is a VIP.',
  group: 'Group of the VIP plugin',
  groupHint: 'As it is called in the plugin’s configuration',
  badGroup: 'Letters, digits, dot, hyphen and underscore, at most 32',
  moments: { grant: 'A player becomes a VIP', extend: 'The end date changes', expire: 'VIP ends' },
  vipPresets: {
    vipcore: 'VIPCore',
    vipcoreTable: 'VIPCore without css_vip_updateuser',
    cs2vip: 'cs2-vip (Pisex)',
    plain: 'Plain lines for your own plugin',
    off: 'Nothing is sent',
  },
  vipPresetHints: {
    vipcore:
      'VIPCore applies commands at once, but does not report the ones it does not store: let the portal compare its table.',
    vipcoreTable:
      'For versions without a command that extends. The portal writes the plugin’s table; players who are online get it at once.',
    cs2vip: 'The portal writes the plugin’s table; players who are online get or lose VIP at once.',
    plain:
      'Replace the names of the commands by those of your plugin. {until} is the end in seconds since 1970; 0 means permanent.',
    off: 'Game servers do not learn who is a VIP. Purchased VIP has no effect on them.',
  },
  table: 'The plugin’s table vip_users',
  tableUses: { off: 'Not used', check: 'Compare after each command', write: 'The portal writes it' },
  tableHints: {
    off: 'Only the RCON replies show whether the plugin took a command.',
    check: 'What the plugin did not store is reported and sent again. Needs VIP_DATABASE_URL.',
    write: 'The commands only make the plugin read the row again. Needs VIP_DATABASE_URL.',
  },
  serverId: 'Server number in the table (sid)',
  serverIdHint: 'ServerId or server_id in the plugin’s configuration',
  moderation: 'Kick, ban, mute and messages',
  moderationHint:
    'Commands sent when an operator acts on a player or messages all players. A server can have another preset: see its registration, or the page of a practice server. Players are addressed by number or SteamID, never by name.',
  kinds: {
    kick: 'Kick a player',
    ban: 'Ban a player',
    unban: 'Lift a ban',
    mute: 'Mute a player’s voice',
    unmute: 'Lift a mute',
    gag: 'Block a player’s chat',
    ungag: 'Lift a chat block',
    message: 'Message to all players',
  },
  moderationPresets: {
    game: 'The game’s own commands',
    gameSaved: 'The game’s own commands, permanent bans saved',
    simpleadmin: 'CS2-SimpleAdmin',
    off: 'Nothing is sent',
  },
  moderationPresetHints: {
    game: 'Bans last only until the server restarts. The game cannot mute players. It hides the commands for bans unless CounterStrikeSharp unlocks them (UnlockConCommands).',
    gameSaved:
      'Permanent bans are written to cfg/banned_user.cfg; a registered server needs exec banned_user.cfg in its server.cfg, practice servers have it. Shorter bans last until a restart.',
    simpleadmin:
      'Sanctions are kept in the plugin’s database and also reach players who are not on the server. The plugin kicks after about five seconds.',
    off: 'Operators cannot kick, ban, mute or send messages.',
  },
  sampleReason: 'cheating',
  sampleText: 'Server restarts in 5 minutes',
} as const
