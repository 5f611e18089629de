import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { findPlayerNames } from '../../leaderboard/index.ts'
import { pushToPlayers } from '../../notifications/index.ts'
import { selectDecidedReports } from './cases.store.ts'

type Dependencies = Pick<AppContext, 'clock'>

/** How long a decision is worth a notification; the page shows it permanently. */
const validForMs = 7 * 24 * 3_600_000

const until = ({ clock }: Dependencies) => new Date(clock.now().getTime() + validForMs)

/** Tells a player about an answer to their appeal, or about its end. */
export function tellAppellant(
  context: Dependencies,
  tx: Queries,
  { id, steam_id: steamId }: { id: string; steam_id: string },
  values: { outcome: string; text: string },
): Promise<void> {
  return pushToPlayers(context, tx, {
    kind: 'appeal-answered',
    steamIds: [steamId],
    subject: id,
    values,
    until: until(context),
  })
}

/**
 * Tells the reporters of a closed case, and of its duplicates, how it ended. The reporters of a duplicate hear it when the case that
 * remains is closed.
 */
export async function tellReporters(context: Dependencies, tx: Queries, caseId: string): Promise<void> {
  const decided = await selectDecidedReports(tx, caseId)
  if (!decided || decided.reporters.length === 0) return
  const { steam_id: steamId, outcome, note, reporters: steamIds } = decided
  const name = (await findPlayerNames(tx, [steamId])).get(steamId) ?? steamId
  await pushToPlayers(context, tx, {
    kind: 'report-closed',
    steamIds,
    subject: steamId,
    values: { name, outcome, note },
    until: until(context),
  })
}
