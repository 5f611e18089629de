import type { Query, Reply } from '@clutch/contract/api/call.ts'
import type { AuditEntry, operatorListAuditLog } from '@clutch/contract/api/accounts/operator-audit-log.ts'
import type { operatorExportAuditLog } from '@clutch/contract/api/console/list-exports.ts'
import { allCalls } from '@clutch/contract/api/index.ts'
import { auditSearchDays } from '@clutch/contract/limits.ts'
import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { type Queries, searchInSteps, withSearchTimeout } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import * as store from './audit-log.store.ts'
import { displayName } from '../profiles/identity.service.ts'
import { selectPlayerNames, selectUserNames } from '../profiles/player-names.store.ts'

const dayMs = 24 * 3_600_000

type Dependencies = Pick<AppContext, 'database' | 'clock'>

/**
 * C12: the lines of the audit log that match, a page at a time, with the names of the people in them. A search that names no
 * beginning looks at the last days before its end only. Throws `search.too_long`.
 */
export async function listAuditEntries(
  { database, clock }: Dependencies,
  { page, size, direction, ...filterInput }: Query<typeof operatorListAuditLog>,
): Promise<Reply<typeof operatorListAuditLog>> {
  const listPage = { direction, limit: size, offset: (page - 1) * size }
  const { rows, total } = await withSearchTimeout(database, async (tx) => {
    const filter = await toAuditFilter(tx, filterInput, clock.now())
    return {
      rows: await store.selectAuditPage(tx, filter, listPage),
      total: await store.countAuditEntries(tx, filter),
    }
  })
  return { rows: await toAuditEntries(database, rows), total }
}

/** C12: all the lines that match, in steps, the newest first. Throws `search.too_long`. */
export async function* exportAuditEntries(
  { database, clock }: Dependencies,
  filterInput: Query<typeof operatorExportAuditLog>,
): AsyncGenerator<AuditEntry[]> {
  const now = clock.now()
  const steps = searchInSteps<store.AuditRow>(database, async (tx, after, limit) =>
    store.selectAuditEntriesAfter(tx, await toAuditFilter(tx, filterInput, now), after, limit),
  )
  for await (const rows of steps) yield toAuditEntries(database, rows)
}

async function toAuditFilter(
  queries: Queries,
  { find, area, from, until, ...exactly }: Query<typeof operatorExportAuditLog>,
  now: Date,
): Promise<store.AuditFilter> {
  const end = until ?? now.getTime()
  const begin = from ?? (find === undefined ? undefined : end - auditSearchDays * dayMs)
  return {
    ...exactly,
    find,
    people: find === undefined ? undefined : await store.selectSteamIdsByName(queries, find),
    actions: area && allCalls.flatMap((call) => (area.some((one) => one === call.area) ? [call.id] : [])),
    from: begin === undefined ? undefined : new Date(begin),
    until: until === undefined ? undefined : new Date(until),
  }
}

async function toAuditEntries(queries: Queries, rows: readonly store.AuditRow[]): Promise<AuditEntry[]> {
  const names = await findNames(
    queries,
    rows.flatMap(({ actor, subject }) => [actor, subject]),
  )
  return rows.map((row) => ({
    id: row.id,
    at: row.at.getTime(),
    actor: row.actor,
    actorName: names.get(row.actor) ?? null,
    action: row.action,
    subject: row.subject,
    subjectName: names.get(row.subject) ?? null,
    detail: row.detail as Record<string, unknown>,
    refused: row.refused,
    before: row.before,
    after: row.after,
    address: row.address,
    userAgent: row.user_agent,
  }))
}

/** What those of these are called who are players, by SteamID64, or accounts without one, by their id. */
async function findNames(queries: Queries, texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const uniqueTexts = [...new Set(texts)]
  const steamIds = uniqueTexts.filter((text) => isSteamId(text))
  const ids = uniqueTexts.filter((text) => isUuid(text))
  const players = steamIds.length === 0 ? [] : await selectPlayerNames(queries, steamIds)
  const accounts = ids.length === 0 ? [] : await selectUserNames(queries, ids)
  return new Map([
    ...players.map((row) => [row.steam_id, displayName(row)] as const),
    ...accounts.flatMap(({ id, username, steam_name }) => {
      const name = username ?? steam_name
      return name === null ? [] : [[id, name] as const]
    }),
  ])
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
