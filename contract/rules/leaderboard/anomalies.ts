/** I3 fairness: what makes a player worth an operator's look. A flag changes no count. */
export const anomalyKinds = ['rate', 'headshots', 'farming'] as const

export type AnomalyKind = (typeof anomalyKinds)[number]

/** What one player did on one map, according to the log. */
export interface MapActivity {
  kills: number
  headshots: number
  /** Most kills of one and the same victim. */
  mostOnOneVictim: number
  /** Kills in the present minute of the game server's clock. */
  killsThisMinute: number
}

const maxKillsPerMinute = 25
const headshotMinKills = 40
const headshotShare = 0.95
const farmingMinKills = 40
const farmingShare = 0.75

/** The anomalies in a player's conduct on a map; each kind once. */
export function detectAnomalies({
  kills,
  headshots,
  mostOnOneVictim,
  killsThisMinute,
}: MapActivity): AnomalyKind[] {
  const found: AnomalyKind[] = []
  if (killsThisMinute > maxKillsPerMinute) found.push('rate')
  if (kills >= headshotMinKills && headshots >= headshotShare * kills) found.push('headshots')
  if (mostOnOneVictim >= farmingMinKills && mostOnOneVictim >= farmingShare * kills) found.push('farming')
  return found
}
