import type { VipCommands } from '@clutch/contract/api/content/operator-portal-settings.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { getRetryDelayMs } from '@clutch/contract/rules/payments/payment-checks.ts'
import { getGroupMembers } from '../../accounts/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { RconAuthFailed, RconPaused, openRcon } from '../../servers/index.ts'
import { selectPendingChanges } from './membership-changes.store.ts'
import { type Change, groupOfChange, enabledKinds } from './membership-changes.ts'
import * as store from './deliveries.store.ts'
import { VipNotTaken, sendChange } from './send-change.ts'
import { VipCommandRefused } from './vip-command.ts'
import { VipTable, VipTableFailed } from './vip-table.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'config' | 'log'>

/** What one connection may be used for before others have their turn. */
const turnMs = 20_000
/** Longer than any delivery. The claim of a worker that died expires after this. */
const claimMs = 60_000
/** Servers ban who shows them a wrong password a few times: it is tried no more often. A new one is tried at once. */
const refusedRestMs = 3_600_000
/** As many changes refused in a row, none of them before, are a problem of the server and not of players. */
const refusedInARow = 3

/** What one delivery sends. */
export interface ServerDelivery {
  server: string
  commands: VipCommands
  /** How often it has failed in a row. */
  tries: number
  /** The most changes that are sent before other servers have their turn. */
  changesAtOnce: number
}

/** Another worker delivers to the server, or the portal stops. */
class ClaimOver extends Error {
  override name = 'ClaimOver'
}

/**
 * Delivers the differences to one server over one connection and records what it accepted; only one process
 * does at a time. A failure is stored as the server's problem, and it rests for a while. A change of one player that the server does
 * not take rests by itself. Returns whether the server has every change that was due. Throws only the database's errors.
 */
export async function deliverToServer(
  context: Dependencies,
  delivery: ServerDelivery,
  stop: AbortSignal,
): Promise<boolean> {
  const { database, clock, log } = context
  const { server } = delivery
  const claim = { server, claim_id: crypto.randomUUID() }
  const now = clock.now()
  if (!(await store.claimDelivery(database, claim, now, new Date(now.getTime() + claimMs)))) return false
  try {
    const { delivered, refused, problem, isComplete } = await sendChanges(context, delivery, claim, stop)
    await store.releaseDelivery(database, claim, problem === '' ? null : { problem, tries: 0, tryAt: null })
    if (problem !== '') log.warn({ server, refused, problem }, 'a game server did not take VIP of players')
    log.info({ server, delivered }, 'delivered VIP to a game server')
    return isComplete
  } catch (error) {
    if (error instanceof ClaimOver) {
      await store.releaseDelivery(database, claim, null)
      return false
    }
    const problem = problemOf(error)
    if (problem === null) throw error
    const tries = delivery.tries + 1
    const restMs = isRefused(error) ? refusedRestMs : getRetryDelayMs(tries)
    await store.releaseDelivery(database, claim, {
      problem,
      tries,
      tryAt: new Date(clock.now().getTime() + restMs),
    })
    log.warn({ server, problem, tries }, 'cannot deliver VIP to a game server; retrying')
    return false
  }
}

async function sendChanges(
  context: Dependencies,
  { server, commands, changesAtOnce }: ServerDelivery,
  claim: store.ClaimedDelivery,
  stop: AbortSignal,
): Promise<Sent> {
  const { database, clock, config } = context
  const kinds = enabledKinds(commands)
  const now = clock.now()
  // After the claim: what another worker delivered before it is of these members or of earlier ones.
  const holders = await getGroupMembers(database, 'vip', now)
  const filter = { servers: [server], holders, kinds, now, dueOnly: true }
  const changes = await selectPendingChanges(database, filter, changesAtOnce)
  const sent: Sent = { delivered: 0, refused: 0, problem: '', isComplete: changes.length < changesAtOnce }
  if (changes.length === 0) return sent
  const table =
    commands.table === 'off' ? null : await VipTable.open(config.vipDatabaseUrl, commands.serverId)
  const console = await openRcon(context, server).catch((error: unknown) => {
    table?.close()
    throw error
  })
  const stopped = whenAborted(stop)
  const overMs = clock.monotonicMs() + turnMs
  let refusedSinceDelivered = 0
  try {
    // A console that is silent would hold up the end of the portal.
    await Promise.race([console.connect(), stopped.promise])
    for (const change of changes) {
      if (clock.monotonicMs() > overMs) {
        sent.isComplete = false
        break
      }
      if (!(await store.markCommandStarted(database, claim, change, commands.group)))
        throw new ClaimOver('another worker has the claim')
      const sending = sendChange({ console, table, commands, clock }, change)
      const refusal = await Promise.race([sending.then(() => null, onlyRefusal), stopped.promise])
      await recordSent(context, claim, { change, group: groupOfChange(change, commands), refusal })
      if (refusal === null) {
        sent.delivered += 1
        refusedSinceDelivered = 0
        continue
      }
      sent.refused += 1
      sent.problem = refusal.message
      if (change.refusals === 0) refusedSinceDelivered += 1
      if (refusedSinceDelivered === refusedInARow) throw refusal
    }
    return sent
  } finally {
    stopped.forget()
    console.close()
    table?.close()
  }
}

/** What became of the changes of one delivery. */
interface Sent {
  delivered: number
  refused: number
  /** Why the last one was refused; empty where none was. */
  problem: string
  /** Whether no further change was due; one that was refused is due again later. */
  isComplete: boolean
}

/** Returns an error that says that the server did not take a change; throws every other. */
function onlyRefusal(error: unknown): VipNotTaken {
  if (error instanceof VipNotTaken) return error
  throw error
}

async function recordSent(
  { database, clock }: Dependencies,
  claim: store.ClaimedDelivery,
  { change, group, refusal }: { change: Change; group: string; refusal: VipNotTaken | null },
): Promise<void> {
  const now = clock.now()
  const tryAt = new Date(now.getTime() + getRetryDelayMs(change.refusals + 1))
  const isMine =
    refusal === null
      ? await store.saveDeliveredCommand(database, claim, change, { group, now })
      : await store.saveRefusedChange(database, claim, change, tryAt)
  if (!isMine) throw new ClaimOver('another worker has the claim')
}

/** Rejects with ClaimOver once the portal stops; `forget` ends that. */
function whenAborted(stop: AbortSignal): { promise: Promise<never>; forget: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  const leave = () => reject(new ClaimOver('the portal stops'))
  if (stop.aborted) leave()
  stop.addEventListener('abort', leave)
  return { promise, forget: () => stop.removeEventListener('abort', leave) }
}

/** Returns the text of a failure for the operator; null for one that the server did not cause. */
function problemOf(error: unknown): string | null {
  const isServers = [PortalError, VipNotTaken, VipTableFailed, VipCommandRefused].some(
    (kind) => error instanceof kind,
  )
  return error instanceof Error && isServers ? error.message : null
}

function isRefused(error: unknown): boolean {
  if (!(error instanceof PortalError)) return false
  return error.cause instanceof RconAuthFailed && !(error.cause instanceof RconPaused)
}
