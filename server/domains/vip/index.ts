import { setTimeout as wait } from 'node:timers/promises'
import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { VipDeliveryWorker } from './delivery/delivery.worker.ts'
import { sendReminders } from './reminders/reminders.ts'
import { registerVipCalls, registerVipOperatorCalls } from './vip.routes.ts'

export { vipProducts } from './products.ts'
export { resetAllDeliveries as tellVipAgain } from './delivery/deliveries.store.ts'
export { coverRental } from './terms/rental-cover.ts'
export { listFailingDeliveries } from './delivery/delivery-summary.ts'
export { isReminderDue } from './reminders/reminders.ts'
export { isVipDeliveryConfigured } from './delivery/delivery-status.ts'

/** The VIP domain on the web side: the privilege table, gift cards, and the operator’s calls about both and about the game servers. */
export function registerVip(context: AppContext, app: App): void {
  registerVipCalls(context, app)
  registerVipOperatorCalls(context, app)
}

export interface VipWorker {
  stop(): Promise<void>
}

export interface VipOptions {
  /** How often is looked for what nobody tells, ms; tests only. */
  tickMs?: number
  noticesMs?: number
  serversAtOnce?: number
}

/** The VIP domain in a worker: game servers are told who is VIP, and players that their VIP ends, until `stop`. */
export function startVip(context: AppContext, options: VipOptions = {}): VipWorker {
  const { noticesMs = 10 * 60_000 } = options
  const stopping = new AbortController()
  const running = Promise.all([
    new VipDeliveryWorker(context, options).run(stopping.signal),
    tellEndingsFor(context, noticesMs, stopping.signal),
  ])
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function tellEndingsFor(context: AppContext, everyMs: number, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    try {
      await sendReminders(context)
    } catch (error) {
      context.log.warn({ err: error }, 'nobody is told now that their VIP ends, trying again')
    }
    await wait(everyMs, undefined, { signal: stop }).catch(() => undefined)
  }
}
