import type { VipCommands } from '@clutch/contract/api/content/operator-portal-settings.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { getRetryDelayMs } from '@clutch/contract/rules/payments/payment-checks.ts'
import type { AppContext } from '../../../platform/context.ts'
import { RconAuthFailed, openRcon } from '../../servers/index.ts'
import { type Holder, selectPendingChanges } from './changes.store.ts'
import { groupOfChange, enabledKinds } from './changes.ts'
import * as store from './deliveries.store.ts'
import { VipNotTaken, sendChange } from './send-change.ts'
import { VipCommandRefused } from './vip-command.ts'
import { VipTable, VipTableFailed } from './vip-table.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'config' | 'log'>

/** What one connection may be used for before others have their turn. */
const changesAtOnce = 100
const turnMs = 20_000
/** Longer than any delivery. The claim of a worker that died expires after this. */
const claimMs = 60_000
/** Servers ban who shows them a wrong password a few times: it is tried no more often. A new one is tried at once. */
const refusedRestMs = 3_600_000

/** What one delivery sends. */
export interface ServerDelivery {
  server: string
  commands: VipCommands
  /** How often it has failed in a row. */
  tries: number
  /** All present VIP members. */
  holders: readonly Holder[]
}

/** Another worker delivers to the server, or the portal stops. */
class ClaimOver extends Error {
  override name = 'TurnOver'
}

/**
 * Delivers the differences to one server over one connection and records what it accepted; only one process
 * does at a time. A failure is stored as the server's problem, and it rests for a while; throws only the
 * database's errors.
 */
export async function deliverToServer(
  context: Dependencies,
  delivery: ServerDelivery,
  stop: AbortSignal,
): Promise<void> {
  const { database, clock, log } = context
  const { server } = delivery
  const claim = { server, claim_id: crypto.randomUUID() }
  const now = clock.now()
  if (!(await store.claimDelivery(database, claim, now, new Date(now.getTime() + claimMs)))) return
  try {
    const delivered = await sendChanges(context, delivery, claim, stop)
    await store.releaseDelivery(database, claim, null)
    log.info({ server, delivered }, 'delivered VIP to a game server')
  } catch (error) {
    if (error instanceof ClaimOver) return store.releaseDelivery(database, claim, null)
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
  }
}

async function sendChanges(
  context: Dependencies,
  { server, commands, holders }: ServerDelivery,
  claim: store.ClaimedDelivery,
  stop: AbortSignal,
): Promise<number> {
  const { database, clock, config } = context
  const filter = { servers: [server], holders, kinds: enabledKinds(commands), now: clock.now() }
  const changes = await selectPendingChanges(database, filter, changesAtOnce)
  if (changes.length === 0) return 0
  await store.markCommandStarted(database, claim, changes, commands.group)
  const table =
    commands.table === 'off' ? null : await VipTable.open(config.vipDatabaseUrl, commands.serverId)
  const console = await openRcon(context, server).catch((error: unknown) => {
    table?.close()
    throw error
  })
  const stopped = whenAborted(stop)
  const overMs = clock.monotonicMs() + turnMs
  let delivered = 0
  try {
    for (const change of changes) {
      if (clock.monotonicMs() > overMs) break
      const sending = sendChange({ console, table, commands, clock }, change)
      // A console that is silent would hold up the end of the portal.
      await Promise.race([sending, stopped.promise])
      const group = groupOfChange(change, commands)
      if (!(await store.saveDeliveredCommand(database, claim, change, { group, now: clock.now() })))
        throw new ClaimOver('another has the turn')
      delivered += 1
    }
    return delivered
  } finally {
    stopped.forget()
    console.close()
    table?.close()
  }
}

/** Rejects with TurnOver once the portal stops; `forget` ends that. */
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
  return error instanceof PortalError && error.cause instanceof RconAuthFailed
}
