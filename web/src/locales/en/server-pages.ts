/** Texts of a server's own pages: details and rules. */
export const serverPages = {
  detail: {
    back: 'All servers',
    toDetails: 'To the server',
    online: 'Online',
    players: 'Players now',
    mode: 'Mode',
    region: 'Region',
    map: 'Map',
    tickrate: 'Tickrate',
    address: 'Connect command',
    copy: 'Copy',
    copyLink: 'Copy link',
    history: 'Players over time',
    range: { '24h': '24 hours', '7d': '7 days' },
    historyNone: 'No record for this time yet',
    historyError: 'The record could not be loaded',
    historySummary:
      'From {{from}} to {{to}}: at most {{peak}} players ({{peakAt}}), {{mean}} on average, {{last}} at the end.',
    average: 'Average',
    peak: 'Peak',
    time: 'Time',
    missing: 'There is no such server',
    missingNext: 'It may have been removed; the list shows what runs now',
    failed: 'The server could not be loaded',
  },
  rule: {
    title: 'Rules',
    updated: 'Updated {{date}}',
    none: 'No rules written yet',
    noneNext: 'The operator has not written rules for this server',
  },
} as const
