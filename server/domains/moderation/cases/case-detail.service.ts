import type { Case, CaseDetail, EvidenceLine } from '@clutch/contract/api/moderation/operator-cases.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import type { AppealAuthor } from '@clutch/contract/rules/moderation/appeals.ts'
import { anomalyKinds } from '@clutch/contract/rules/leaderboard/anomalies.ts'
import type { CaseOutcome, ReportReason } from '@clutch/contract/rules/moderation/cases.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { selectMessages } from '../appeals/appeals.store.ts'
import { findPlayerNames } from '../../leaderboard/index.ts'
import * as store from './cases.store.ts'

const reportsShown = 100
const othersShown = 20

/** A case with everything that belongs to it. Throws `case.not_found`. */
export async function readCaseDetail(queries: Queries, id: string): Promise<CaseDetail> {
  const row = await store.selectCase(queries, id)
  if (!row) throw new PortalError('case.not_found', 'There is no such case')
  const comments = await store.selectComments(queries, id)
  const messages = row.kind === 'appeal' ? await selectMessages(queries, [id]) : []
  const authors = [...comments, ...messages].map(({ author }) => author)
  const nameOf = await namesOf(queries, [row.closed_by, ...authors])
  return {
    ...toCase(row),
    note: row.note,
    closedBy: row.closed_by,
    closedByName: nameOf(row.closed_by),
    duplicateOf: row.duplicate_of,
    sanctionId: row.sanction_id,
    reports: (await store.selectReportsOfCase(queries, id, reportsShown)).map(toReport),
    flags: (await store.selectFlagsOfCase(queries, id)).flatMap(toFlag),
    comments: comments.map(({ id: comment, author, text, at }) => ({
      id: comment,
      author,
      authorName: nameOf(author),
      text,
      at: at.getTime(),
    })),
    messages: messages.map(({ id: message, by, author, text, at }) => ({
      id: message,
      by: by as AppealAuthor,
      author,
      authorName: nameOf(author),
      text,
      at: at.getTime(),
    })),
    others: (await store.selectOtherCases(queries, row, othersShown)).map(toCase),
  }
}

/** A case as lists show it. */
export function toCase(row: store.NamedCase): Case {
  return {
    id: row.id,
    kind: row.kind as Case['kind'],
    steamId: row.steam_id,
    name: row.player_name ?? '',
    server: store.toCaseServer(row),
    reportCount: row.report_count,
    weight: row.weight,
    flagCount: row.flag_count,
    assignee: row.assignee,
    assigneeName: row.assignee_name ?? '',
    opened: row.opened_at.getTime(),
    updated: row.updated_at.getTime(),
    closed: row.closed_at?.getTime() ?? null,
    outcome: row.outcome as CaseOutcome | null,
    revision: row.revision,
  }
}

type ReportRow = Awaited<ReturnType<typeof store.selectReportsOfCase>>[number]

function toReport(row: ReportRow): CaseDetail['reports'][number] {
  return {
    id: row.id,
    reporter: row.reporter,
    reporterName: row.reporter_name ?? '',
    name: row.name,
    reason: row.reason as ReportReason,
    text: row.text,
    source: row.source as 'page' | 'chat',
    server: store.toCaseServer(row),
    at: row.at.getTime(),
    weight: row.weight,
    // Written by this domain from the same type.
    evidence: row.evidence as EvidenceLine[] | null,
  }
}

type FlagRow = Awaited<ReturnType<typeof store.selectFlagsOfCase>>[number]

function toFlag(row: FlagRow): CaseDetail['flags'] {
  const kind = anomalyKinds.find((known) => known === row.kind)
  if (!kind) return []
  const detail = row.detail as Record<string, string | number>
  const dismissed = row.dismissed_at?.getTime() ?? null
  return [{ id: row.id, kind, detail, server: store.toCaseServer(row), at: row.at.getTime(), dismissed }]
}

/** Names of authors: only a SteamID64 has one. */
async function namesOf(
  queries: Queries,
  authors: readonly (string | null)[],
): Promise<(author: string | null) => string> {
  const steamIds = authors.filter((author) => author !== null && isSteamId(author))
  const names = await findPlayerNames(queries, [...new Set(steamIds)])
  return (author) => (author === null ? '' : (names.get(author) ?? ''))
}
