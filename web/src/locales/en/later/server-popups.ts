/** Texts of what opens over the server list: the players of a server and quick join. */
export const serverPopups = {
  players: {
    none: 'No players right now',
    error: 'The player list could not be loaded',
    report: 'Report',
    reportOf: 'Report {{name}}',
    hidden: 'This server hides the names of its players',
    anonymous: 'Player {{number}}',
    loading: 'Loading the players',
    title: 'Players on {{name}}',
  },
  quickJoin: {
    title: 'Quick join',
    choose: 'What do you want to play?',
    available_one: '{{count}} server',
    available_other: '{{count}} servers',
    none: 'no servers',
    searching: 'Looking for a server',
    found: 'Found one with room for you',
    gone: 'No server is free any more',
    copy: 'Copy IP',
    back: 'Back',
    category: {
      deathmatch: 'Deathmatch',
      retakes: 'Retakes',
      '1v1': 'Solo 1v1',
      public: 'Public',
    },
  },
}
