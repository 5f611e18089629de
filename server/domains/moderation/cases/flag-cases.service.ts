import type { FlagCases } from '../../leaderboard/index.ts'
import * as store from './flag-cases.store.ts'
import { addToOpenCase } from './open-case.store.ts'

/**
 * I3 fairness: the flags of a player are in one case, together with the reports. A case that only flags opened is closed once all of
 * them are dismissed.
 */
export const flagCases: FlagCases = {
  async addFlags(tx, flags) {
    // In one order everywhere: two transactions never wait for each other's case.
    const byPlayer = [...Map.groupBy(flags, ({ steamId }) => steamId)].toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    )
    for (const [steamId, theirs] of byPlayer) {
      const { serverId, at } = theirs.reduce((one, other) => (other.at > one.at ? other : one))
      const open = await addToOpenCase(tx, { steamId, kind: 'anomaly', serverId, at, flags: theirs.length })
      const ids = theirs.map(({ id }) => id)
      await store.linkFlags(tx, open.id, ids)
    }
  },
  lockCaseOfFlag: (tx, flagId) => store.lockCaseOfFlag(tx, flagId),
  flagDismissed: (tx, flagId, by, now) => store.closeEmptyCaseOfFlag(tx, flagId, { by, now }),
}
