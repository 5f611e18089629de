import { setTimeout as wait } from 'node:timers/promises'
import type { AppContext } from '../../platform/context.ts'
import { setEnd } from './ends.ts'
import { lockLease } from './lease-store.ts'
import { tellAddresses, tellFailures, tellLeaseEndings, tellOutages, tellReady } from './notices.ts'
import { selectUncovered } from './notices-store.ts'
import { settleOutages } from './outages.ts'

/** How often is looked for what is to be told or done. */
const lookMs = 30_000
const atOnce = 100

/** What else follows from leases than servers: VIP until their end, and words to their owners. Until `stop`. */
export function keepWatch(context: AppContext, everyMs = lookMs): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = watch(context, everyMs, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function watch(context: AppContext, everyMs: number, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    try {
      await lookOnce(context)
    } catch (error) {
      context.log.warn({ err: error }, 'what follows from leases is not done now, trying again')
    }
    await wait(everyMs, undefined, { signal: stop }).catch(() => undefined)
  }
}

/** Does everything of it that is due now. */
export async function lookOnce(context: AppContext): Promise<void> {
  await followEnds(context)
  await tellReady(context)
  await tellFailures(context)
  await settleOutages(context)
  await tellLeaseEndings(context)
  await tellOutages(context)
  await tellAddresses(context)
}

/** F7: a lease whose end moved otherwise, as when its term began with its server (G25), takes its owner's VIP with it. */
async function followEnds(context: AppContext): Promise<void> {
  const { database, clock } = context
  for (const { id } of await selectUncovered(database, clock.now(), atOnce))
    await database.transaction().execute(async (tx) => {
      const lease = await lockLease(tx, id)
      if (!lease) return
      const { expires_at: expires, revoked_at: revoked } = lease
      await setEnd(tx, context, lease, revoked !== null && revoked < expires ? revoked : expires)
    })
}
