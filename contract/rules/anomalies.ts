/** I3 fairness: what makes a player worth an operator's look. A flag changes no count. */
export const anomalyKinds = ['rate', 'headshots', 'farming'] as const

export type AnomalyKind = (typeof anomalyKinds)[number]

/** What one player did on one map, as far as the log told. */
export interface MapConduct {
  kills: number
  headshots: number
  /** Most kills of one and the same victim. */
  mostOnOneVictim: number
  /** Kills in the present minute of the game server's clock. */
  killsThisMinute: number
}

const killsAMinute = 25
const headshotsFrom = 40
const headshotShare = 0.95
const farmingFrom = 40
const farmingShare = 0.75

/** The anomalies in a player's conduct on a map; each kind once. */
export function anomaliesIn({
  kills,
  headshots,
  mostOnOneVictim,
  killsThisMinute,
}: MapConduct): AnomalyKind[] {
  const found: AnomalyKind[] = []
  if (killsThisMinute > killsAMinute) found.push('rate')
  if (kills >= headshotsFrom && headshots >= headshotShare * kills) found.push('headshots')
  if (mostOnOneVictim >= farmingFrom && mostOnOneVictim >= farmingShare * kills) found.push('farming')
  return found
}
