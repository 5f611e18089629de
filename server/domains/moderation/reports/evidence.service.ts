import type { EvidenceLine } from '@clutch/contract/api/moderation/operator-cases.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type ExcerptLine, readLogExcerpt } from '../../events/index.ts'
import * as store from './reports.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'jobs'>

/** How much of a log is around a report. */
const beforeMs = 5 * 60_000
const afterMs = 75_000
/** When it is collected: at once, and again when what followed is there too. */
export const evidenceAfterSeconds = [0, 90] as const
/** Lines that a report keeps, the nearest to it. */
const chatBefore = 30
const chatAfter = 10
const eventsBefore = 30
const eventsAfter = 10

/** Starts the collection of evidence in this process. */
export function startEvidenceWorker(context: Dependencies): Promise<void> {
  return context.jobs.work('report-evidence', ({ reportId }) => collectEvidence(context, reportId))
}

/**
 * Copies the chat of a server and the events of the reported player around a report from the raw log, which expires. A repeat replaces
 * what was collected before, and never by less.
 */
export async function collectEvidence(
  { database }: Pick<AppContext, 'database'>,
  reportId: string,
): Promise<void> {
  const report = await store.selectReport(database, reportId)
  if (!report || report.server_id === null) return
  const at = report.evidence_at.getTime()
  const span = { from: new Date(at - beforeMs), until: new Date(at + afterMs) }
  const lines = await readLogExcerpt(database, report.server_id, span)
  const evidence = selectEvidence(lines, report.steam_id, at)
  const former = report.evidence as EvidenceLine[] | null
  if (former === null || evidence.length >= former.length)
    await store.updateEvidence(database, reportId, evidence)
}

/** The chat of all players and what the reported one did, the nearest to a moment, in order. */
function selectEvidence(lines: readonly ExcerptLine[], steamId: string, at: number): EvidenceLine[] {
  const isTheirs = (line: ExcerptLine) =>
    line.player.steamId === steamId || (line.kind === 'killed' && line.victim.steamId === steamId)
  const chat = lines.filter(({ kind }) => kind === 'said')
  const events = lines.filter((line) => line.kind !== 'said' && isTheirs(line))
  const kept = new Set([
    ...nearest(chat, at, chatBefore, chatAfter),
    ...nearest(events, at, eventsBefore, eventsAfter),
  ])
  return lines.filter((line) => kept.has(line)).map((line) => ({ ...line, at: line.at.getTime() }))
}

function nearest(lines: readonly ExcerptLine[], at: number, before: number, after: number): ExcerptLine[] {
  const earlier = lines.filter((line) => line.at.getTime() <= at)
  const later = lines.filter((line) => line.at.getTime() > at)
  return [...earlier.slice(-before), ...later.slice(0, after)]
}
