/** The groups of calls in the API's description, in the order they are listed. */
export const callTags = {
  servers: 'The game servers of the community: list, details, players, live changes.',
  leaderboard: 'Seasons, boards, players and their statistics.',
  portal:
    'What the operator set for the page: name, features, announcements, questions and answers, chat commands.',
  account: 'What a signed-in user changes of their own account.',
  accounts: 'Signing in by Steam or e-mail, sessions, and what is public about users.',
  vip: 'VIP: privileges, the own membership, gift cards.',
  payments: 'Prices, orders and payments of a signed-in user, and the webhooks of payment providers.',
  rentals: 'Practice servers: regions, the own servers, demos, saved grenades.',
  moderation: 'Reports of players, and appeals against sanctions.',
  inventory: 'The connection to the inventory site.',
  events: 'What game servers send: logs, events of MatchZy, demos.',
  operator: 'The console: everything that an operator may see and change.',
} as const

export type CallTag = keyof typeof callTags
