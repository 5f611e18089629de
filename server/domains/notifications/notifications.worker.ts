import { deliveryRetentionMs } from '@clutch/contract/rules/notifications/retries.ts'
import type { AppContext } from '../../platform/context.ts'
import { type Worker, startWorker } from '../../platform/lifecycle/worker.ts'
import { type ConditionSource, watchConditions } from './conditions/watch-conditions.ts'
import { claimNextChannel, sendClaimed } from './deliveries/send-channel.ts'
import { deleteOldNotifications, notificationsChannel } from './events/events.store.ts'
import type { LiveServer } from './live/live-embed.ts'
import { updateLiveMessages } from './live/live-messages.ts'
import { distributeEvents } from './outbox/distribute-events.ts'

/** Retries and ends of quiet hours are looked for this often; new events wake the worker. */
const passIntervalMs = 2_000
/** Channels that are sent to at once: a slow one takes one of these places. */
const channelsAtOnce = 16
const conditionsIntervalMs = 15_000
const liveIntervalMs = 5_000
const cleanupIntervalMs = 3_600_000
const deletedAtOnce = 10_000

/** What other domains know: states that are watched, and the servers as players see them. */
export interface NotificationSources {
  sources: readonly ConditionSource[]
  readServers: () => Promise<readonly LiveServer[]>
}

/** Watches states, updates the server lists, distributes events, and sends the messages of up to sixteen channels at once, each in order. */
export function startNotificationWorker(
  context: AppContext,
  { sources, readServers }: NotificationSources,
): Worker {
  const sender = startSender(context)
  const conditions = startWorker(context, {
    pass: async () => {
      await watchConditions(context, sources)
      return conditionsIntervalMs
    },
    failureMessage: 'states are not watched for notifications now; retrying',
    retryMs: conditionsIntervalMs,
  })
  const live = startWorker(context, {
    pass: async () => {
      await updateLiveMessages(context, readServers)
      return liveIntervalMs
    },
    failureMessage: 'the server lists of channels are not updated now; retrying',
    retryMs: liveIntervalMs,
  })
  const cleanup = startCleanup(context)
  return {
    notify: () => sender.notify(),
    async stop() {
      await Promise.all([sender.stop(), conditions.stop(), live.stop(), cleanup.stop()])
    },
  }
}

function startSender(context: AppContext): Worker {
  const stopping = new AbortController()
  const sending = new Set<Promise<unknown>>()
  const worker = startWorker(context, {
    pass: async () => {
      while (await distributeEvents(context));
      while (sending.size < channelsAtOnce) {
        const claim = await claimNextChannel(context)
        if (!claim) break
        const sent = sendClaimed(context, claim, stopping.signal)
          .catch((error: unknown) =>
            context.log.warn({ err: error }, 'notifications are not sent now; retrying'),
          )
          .finally(() => {
            sending.delete(sent)
            worker.notify()
          })
        sending.add(sent)
      }
      return passIntervalMs
    },
    failureMessage: 'notifications are not distributed now; retrying',
    channels: [notificationsChannel],
    drain: () => Promise.all(sending),
  })
  return {
    notify: () => worker.notify(),
    async stop() {
      stopping.abort()
      await worker.stop()
    },
  }
}

function startCleanup(context: AppContext): Worker {
  return startWorker(context, {
    pass: async () => {
      const before = new Date(context.clock.now().getTime() - deliveryRetentionMs)
      const deleted = await deleteOldNotifications(context.database, before, deletedAtOnce)
      return deleted < deletedAtOnce ? cleanupIntervalMs : 0
    },
    failureMessage: 'old notifications are not deleted now; retrying',
    retryMs: cleanupIntervalMs,
  })
}
