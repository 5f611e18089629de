/** D17: the modes a community server may have; `category` of a server is one of these words. */
export const gameModes = [
  'competitive',
  'casual',
  'deathmatch',
  'training',
  'no-awp dm',
  'pistol dm',
  'solo 1v1',
  'retakes',
  'vip sub',
  'public',
] as const

export type GameMode = (typeof gameModes)[number]
