import { appealNews } from '@clutch/contract/rules/moderation/appeals.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { filterMailedPlayers, mailPlayer } from '../../accounts/index.ts'
import { findPlayerNames } from '../../leaderboard/index.ts'
import { type MailContent, canSendMail } from '../../mail/index.ts'
import { filterPushedPlayers, pushToPlayers } from '../../notifications/index.ts'
import { selectDecidedReports } from './cases.store.ts'

type Dependencies = Pick<AppContext, 'clock' | 'keys' | 'jobs' | 'config'>

/** How long a decision is worth a notification; the page shows it permanently. */
const validForMs = 7 * 24 * 3_600_000

/** Bounds the work of one transaction: further reporters read on the page how it ended. */
const maxMails = 200

const until = ({ clock }: Dependencies) => new Date(clock.now().getTime() + validForMs)

/** Reports an answer to an appeal, or its end, to its player: to their browsers, by mail where none of them wants it. */
export async function notifyAppellant(
  context: Dependencies,
  tx: Queries,
  { id, steam_id: steamId }: { id: string; steam_id: string },
  { outcome, text }: { outcome: string; text: string },
): Promise<void> {
  const known = appealNews.find((one) => one === outcome)
  if (!known) return
  const values = { outcome, text }
  await pushToPlayers(context, tx, {
    kind: 'appeal-answered',
    steamIds: [steamId],
    subject: id,
    values,
    until: until(context),
  })
  await mailOthers(context, tx, [steamId], { kind: 'appeal-answered', outcome: known, text })
}

/**
 * Reports to the reporters of a closed case, and of its duplicates, how it ended: to their browsers, by mail where none of them wants it.
 * The reporters of a duplicate hear it when the case that remains is closed.
 */
export async function notifyReporters(context: Dependencies, tx: Queries, caseId: string): Promise<void> {
  const decided = await selectDecidedReports(tx, caseId)
  if (!decided || decided.reporters.length === 0) return
  const { steam_id: steamId, outcome, note, reporters: steamIds } = decided
  const name = (await findPlayerNames(tx, [steamId])).get(steamId) ?? steamId
  const values = { name, outcome, note }
  await pushToPlayers(context, tx, {
    kind: 'report-closed',
    steamIds,
    subject: steamId,
    values,
    until: until(context),
  })
  await mailOthers(context, tx, steamIds, {
    kind: 'report-closed',
    name,
    isSanctioned: outcome === 'sanction',
    note,
  })
}

async function mailOthers(
  context: Dependencies,
  tx: Queries,
  steamIds: readonly string[],
  content: Extract<MailContent, { kind: 'report-closed' | 'appeal-answered' }>,
): Promise<void> {
  if (!canSendMail(context)) return
  const pushed = await filterPushedPlayers(tx, steamIds, content.kind)
  const mailed = await filterMailedPlayers(tx, steamIds, content.kind)
  for (const steamId of [...mailed.difference(pushed)].slice(0, maxMails))
    await mailPlayer(context, tx, steamId, { content, until: until(context) })
}
