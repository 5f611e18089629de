import { startWorker } from '../../platform/lifecycle/worker.ts'
import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { startVipDelivery } from './delivery/delivery.worker.ts'
import { sendReminders } from './reminders/reminders.service.ts'
import { registerVipCalls, registerVipOperatorCalls } from './vip.routes.ts'

export { vipProducts } from './products.ts'
export {
  resetAllDeliveries as notifyVipChanges,
  selectFailingDeliveries as listFailingDeliveries,
} from './delivery/deliveries.store.ts'
export { coverRental } from './terms/rental-cover.service.ts'
export { isReminderDue } from './reminders/reminders.service.ts'
export { isVipDeliveryConfigured } from './delivery/delivery-status.service.ts'

/** The VIP domain on the web side: the privilege table, gift cards, and the operator’s calls about both and about the game servers. */
export function registerVip(context: AppContext, app: App): void {
  registerVipCalls(context, app)
  registerVipOperatorCalls(context, app)
}

export interface VipWorker {
  stop(): Promise<void>
}

export interface VipOptions {
  /** How often memberships are compared without a notification, ms; tests only. */
  tickMs?: number
  noticesMs?: number
  serversAtOnce?: number
  changesAtOnce?: number
}

/** Starts the workers of the VIP domain: delivery to game servers, and reminders to players. */
export function startVip(context: AppContext, options: VipOptions = {}): VipWorker {
  const { noticesMs = 10 * 60_000 } = options
  const workers = [
    startVipDelivery(context, options),
    startWorker(context, {
      pass: async () => {
        await sendReminders(context)
        return noticesMs
      },
      failureMessage: 'reminders that VIP ends are not sent now; retrying',
      retryMs: noticesMs,
    }),
  ]
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}
