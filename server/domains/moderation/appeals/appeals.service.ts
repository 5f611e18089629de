import { randomUUIDv7 } from 'node:crypto'
import type { OwnSanction } from '@clutch/contract/api/moderation/appeals.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import {
  type AppealAuthor,
  appealAgainAfterMs,
  refuseAppealMessage,
} from '@clutch/contract/rules/moderation/appeals.ts'
import { type SanctionKind, getSanctionState } from '@clutch/contract/rules/moderation/sanctions.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type Queries, lockTransaction } from '../../../platform/database/index.ts'
import { getPlayerNames } from '../../accounts/index.ts'
import { notify } from '../../notifications/index.ts'
import * as store from './appeals.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>

const sanctionsShown = 50

const refusals = {
  over: ['appeal.over', 'This sanction no longer holds'],
  awaitsAnswer: ['appeal.awaits_answer', 'An operator answers first'],
  full: ['appeal.full', 'This appeal has too many messages'],
  tooEarly: ['appeal.too_early', 'The last appeal was rejected less than 30 days ago'],
} as const

/** The sanctions of a player with their appeals. `isOn`: whether the operators take appeals. */
export async function listOwnSanctions(
  { database, clock }: Dependencies,
  steamId: string,
  isOn: boolean,
): Promise<OwnSanction[]> {
  const rows = await store.selectOwnSanctions(database, steamId, { limit: sanctionsShown })
  return withAppeals(database, rows, { now: clock.now().getTime(), isOn })
}

/**
 * Appeals against a sanction, or adds to the open appeal. Throws `sanction.not_found` for one of another player, `appeal.over`,
 * `appeal.awaits_answer`, `appeal.full`, `appeal.too_early`.
 */
export async function appealSanction(
  { database, clock }: Dependencies,
  steamId: string,
  { sanctionId, text }: { sanctionId: string; text: string },
): Promise<OwnSanction> {
  const at = clock.now()
  return database.transaction().execute(async (tx) => {
    // One message at a time: the limits hold for two browsers, too.
    await lockTransaction(tx, 'reports', `appeal ${sanctionId}`)
    const before = await readOwnSanction(tx, steamId, sanctionId, at)
    if (before.refusal !== null && before.refusal !== 'off') {
      const [code, message] = refusals[before.refusal]
      throw new PortalError(code, message)
    }
    const [latest] = await store.selectLatestAppeals(tx, [sanctionId])
    const isOpen = latest !== undefined && latest.closed_at === null
    const caseId = isOpen ? latest.id : randomUUIDv7()
    if (!isOpen)
      await store.insertAppeal(tx, {
        id: caseId,
        kind: 'appeal',
        steam_id: steamId,
        sanction_id: sanctionId,
        opened_at: at,
        updated_at: at,
      })
    const message = { id: randomUUIDv7(), case_id: caseId, by: 'player', author: steamId, text, at }
    await store.insertMessage(tx, message)
    if (!isOpen) {
      const player = (await getPlayerNames(tx, [steamId])).get(steamId) ?? steamId
      await notify({ clock }, tx, { kind: 'appeal.opened', subject: steamId, fields: { player, text } })
    }
    return readOwnSanction(tx, steamId, sanctionId, at)
  })
}

async function readOwnSanction(
  queries: Queries,
  steamId: string,
  id: string,
  at: Date,
): Promise<OwnSanction> {
  const rows = await store.selectOwnSanctions(queries, steamId, { id, limit: 1 })
  const [sanction] = await withAppeals(queries, rows, { now: at.getTime(), isOn: true })
  if (!sanction) throw new PortalError('sanction.not_found', 'There is no such sanction of yours')
  return sanction
}

async function withAppeals(
  queries: Queries,
  rows: readonly store.OwnSanctionRow[],
  { now, isOn }: { now: number; isOn: boolean },
): Promise<OwnSanction[]> {
  if (rows.length === 0) return []
  const appeals = await store.selectLatestAppeals(
    queries,
    rows.map(({ id }) => id),
  )
  const messages =
    appeals.length === 0
      ? []
      : await store.selectMessages(
          queries,
          appeals.map(({ id }) => id),
        )
  return rows.map((row) => {
    const appeal = appeals.find(({ sanction_id }) => sanction_id === row.id)
    const written = messages
      .filter(({ case_id }) => case_id === appeal?.id)
      .map(({ id, by, text, at }) => ({ id, by: by as AppealAuthor, text, at: at.getTime() }))
    return toOwnSanction(row, { appeal, messages: written, now, isOn })
  })
}

interface AppealState {
  appeal: store.AppealRow | undefined
  messages: NonNullable<OwnSanction['appeal']>['messages']
  now: number
  isOn: boolean
}

function toOwnSanction(row: store.OwnSanctionRow, { appeal, messages, now, isOn }: AppealState): OwnSanction {
  const expires = row.expires_at?.getTime() ?? null
  const state = getSanctionState({ expires, lifted: row.lifted_at && { at: row.lifted_at.getTime() } }, now)
  const again = appeal?.closed_at ? appeal.closed_at.getTime() + appealAgainAfterMs : null
  const isEarly = again !== null && now < again
  return {
    id: row.id,
    kind: row.kind as SanctionKind,
    reason: row.reason,
    state,
    servers: row.server_ids && row.server_names,
    created: row.created_at.getTime(),
    expires,
    appeal: appeal ? { state: toAppealState(appeal), messages: withNote(messages, appeal) } : null,
    refusal: state !== 'active' ? 'over' : isOn ? (isEarly ? 'tooEarly' : refuseIn(appeal, messages)) : 'off',
    again: state === 'active' && isEarly ? again : null,
  }
}

/** An appeal that an operator closed otherwise, as part of another case, is as one that was rejected. */
function toAppealState({ closed_at, outcome }: store.AppealRow): 'open' | 'lifted' | 'upheld' {
  return closed_at === null ? 'open' : outcome === 'lifted' ? 'lifted' : 'upheld'
}

/** The note of the decision is the last answer. */
function withNote(messages: AppealState['messages'], { id, note, closed_at }: store.AppealRow) {
  if (closed_at === null || note === '') return messages
  return [...messages, { id, by: 'operator' as const, text: note, at: closed_at.getTime() }]
}

function refuseIn(
  appeal: store.AppealRow | undefined,
  messages: AppealState['messages'],
): 'awaitsAnswer' | 'full' | null {
  const refusal = appeal && appeal.closed_at === null ? refuseAppealMessage(messages) : null
  return refusal && (refusal === 'appeal.full' ? 'full' : 'awaitsAnswer')
}
