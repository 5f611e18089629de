import { randomUUIDv7 } from 'node:crypto'
import type { Body } from '@clutch/contract/api/call.ts'
import type { OwnReport, reportPlayer } from '@clutch/contract/api/moderation/reports.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import {
  type CaseOutcome,
  type ReportReason,
  reportWeight,
  reporterRecordMs,
  reportsPerDay,
} from '@clutch/contract/rules/moderation/cases.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type Queries, lockTransaction } from '../../../platform/database/index.ts'
import { listPresentPlayers } from '../../events/index.ts'
import { findPlayerNames } from '../../leaderboard/index.ts'
import { notify } from '../../notifications/index.ts'
import { assertRegistered, getServerName } from '../../servers/index.ts'
import { addToOpenCase } from '../cases/open-case.store.ts'
import { evidenceAfterSeconds } from './evidence.service.ts'
import * as store from './reports.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'jobs'>

const dayMs = 24 * 3_600_000
/** A report of a player who is not there now looks this far back for where they were. */
const sightingMaxAgeMs = 7 * dayMs
/** Of a case that many players report at once, the first reports get the log around them: the others say the same. */
const reportsWithEvidence = 20
const ownReportsShown = 50

/** A report as it is made. `serverId` and `evidenceAt` are the log and the moment that it is about. */
export interface NewReport {
  reporter: string
  target: { steamId: string; name: string }
  serverId: string | null
  evidenceAt: Date
  reason: ReportReason
  text: string
  source: 'page' | 'chat'
}

/**
 * Reports a player by a signed-in one. Throws `report.player_unknown`, `report.player_ambiguous`, `server.not_registered`, and as `addReport`.
 */
export async function reportFromPage(
  context: Dependencies,
  reporter: string,
  { steamId, name, serverId, reason, text }: Body<typeof reportPlayer>,
): Promise<OwnReport> {
  const { database, clock } = context
  const now = clock.now()
  if (serverId !== undefined) await assertRegistered(database, serverId)
  const target = await findTarget(database, { steamId, name, serverId }, now)
  const scene = await findScene(database, target.steamId, serverId, now)
  const id = await database
    .transaction()
    .execute((tx) => addReport(context, tx, { reporter, target, ...scene, reason, text, source: 'page' }))
  return toOwnReport(await store.selectOwnReport(database, id))
}

/**
 * Adds a report to the open case of its player, and asks for the evidence; returns its id. Throws `report.own_account`,
 * `report.repeated` for a second report of the same player in 24 hours, `report.limit` for too many of all players.
 */
export async function addReport(
  { clock, jobs }: Dependencies,
  tx: Queries,
  report: NewReport,
): Promise<string> {
  const { reporter, target, serverId, evidenceAt, reason, text, source } = report
  if (reporter === target.steamId) throw new PortalError('report.own_account', 'This is your own account')
  const now = clock.now()
  await lockTransaction(tx, 'reports', reporter)
  const reported = await store.selectReportedSince(tx, reporter, new Date(now.getTime() - dayMs))
  if (reported.includes(target.steamId))
    throw new PortalError('report.repeated', 'You reported this player in the last 24 hours')
  const since = new Date(now.getTime() - reporterRecordMs)
  const record = await store.selectReporterRecord(tx, reporter, since)
  if (reported.length >= reportsPerDay(record))
    throw new PortalError('report.limit', 'You have made too many reports in the last 24 hours')
  const weight = reportWeight(record)
  const joined = { steamId: target.steamId, kind: 'report', serverId, at: now, reports: 1, weight } as const
  const { id: caseId, reportCount } = await addToOpenCase(tx, joined)
  const id = randomUUIDv7()
  await store.insertReport(tx, {
    id,
    case_id: caseId,
    reporter,
    steam_id: target.steamId,
    name: target.name,
    server_id: serverId,
    reason,
    text,
    source,
    weight,
    at: now,
    evidence_at: evidenceAt,
    ...((serverId === null || reportCount > reportsWithEvidence) && { evidence: '[]' }),
  })
  if (reportCount === 1) await notifyReport({ clock }, tx, report)
  if (serverId === null || reportCount > reportsWithEvidence) return id
  for (const afterSeconds of evidenceAfterSeconds)
    await jobs.enqueue(tx, 'report-evidence', { reportId: id }, { afterSeconds })
  return id
}

/** Tells the channels of the first report in a case: more of the same player are added to it. */
async function notifyReport(
  context: Pick<Dependencies, 'clock'>,
  tx: Queries,
  { reporter, target, serverId, reason, text }: NewReport,
): Promise<void> {
  const names = await findPlayerNames(tx, [reporter])
  await notify(context, tx, {
    kind: 'report.opened',
    subject: target.steamId,
    ...(serverId !== null && { serverId }),
    fields: {
      reported: target.name || target.steamId,
      reason: text === '' ? reason : `${reason}: ${text}`,
      player: names.get(reporter) ?? reporter,
      server: serverId === null ? '' : await getServerName(tx, serverId),
    },
  })
}

/** The reports of a player with their outcome, the newest first. */
export async function listOwnReports(queries: Queries, reporter: string): Promise<OwnReport[]> {
  return (await store.selectOwnReports(queries, reporter, ownReportsShown)).map(toOwnReport)
}

/** The reported player: by SteamID64, or by the name on a server, which its log knows. */
async function findTarget(
  queries: Queries,
  { steamId, name, serverId }: Pick<Body<typeof reportPlayer>, 'steamId' | 'name' | 'serverId'>,
  now: Date,
): Promise<NewReport['target']> {
  const roster = serverId === undefined ? null : await listPresentPlayers(queries, serverId, now)
  if (steamId !== undefined) {
    const here = roster?.find((player) => player.steamId === steamId)
    return { steamId, name: here?.name ?? (await findPlayerNames(queries, [steamId])).get(steamId) ?? '' }
  }
  const [found, ...others] = (roster ?? []).filter((player) => player.name === name)
  if (!found || found.steamId === null)
    throw new PortalError('report.player_unknown', 'The log of this server does not know this player')
  if (others.length > 0)
    throw new PortalError('report.player_ambiguous', 'Several players on this server have this name')
  return { steamId: found.steamId, name: found.name }
}

/** The server and the moment that a report is about: now where the player is there, else when they were last seen. */
async function findScene(
  queries: Queries,
  steamId: string,
  serverId: string | undefined,
  now: Date,
): Promise<{ serverId: string | null; evidenceAt: Date }> {
  const roster = serverId === undefined ? null : await listPresentPlayers(queries, serverId, now)
  if (serverId !== undefined && roster?.some((player) => player.steamId === steamId))
    return { serverId, evidenceAt: now }
  const after = new Date(now.getTime() - sightingMaxAgeMs)
  const seen = await store.selectLastSighting(queries, steamId, { serverId, after })
  if (!seen) return { serverId: serverId ?? null, evidenceAt: now }
  return { serverId: seen.server_id, evidenceAt: seen.last_at < now ? seen.last_at : now }
}

/** A reporter learns whether there was a sanction, and of a duplicate what became of the case that remains. */
function toOwnReport(row: store.OwnReportRow): OwnReport {
  const isElsewhere = row.outcome === 'duplicate' && row.remaining_id !== null
  const outcome = (isElsewhere ? row.remaining_outcome : row.outcome) as CaseOutcome | null
  return {
    id: row.id,
    steamId: row.steam_id,
    name: row.name,
    reason: row.reason as ReportReason,
    text: row.text,
    at: row.at.getTime(),
    state: outcome === null ? 'waiting' : outcome === 'sanction' ? 'sanction' : 'noAction',
    note: (isElsewhere ? row.remaining_note : row.note) ?? '',
    closed: (isElsewhere ? row.remaining_closed_at : row.closed_at)?.getTime() ?? null,
  }
}
