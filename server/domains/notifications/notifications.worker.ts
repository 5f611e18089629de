import { setTimeout as wait } from 'node:timers/promises'
import { deliveryGiveUpMs, deliveryRetentionMs } from '@clutch/contract/rules/notifications/retries.ts'
import type { AppContext } from '../../platform/context.ts'
import { type Worker, startWorker } from '../../platform/lifecycle/worker.ts'
import { type ConditionSource, watchConditions } from './conditions/watch-conditions.ts'
import { claimNextChannel, sendClaimed } from './deliveries/send-channel.ts'
import { deleteOldNotifications, failOverdueDeliveries, notificationsChannel } from './events/events.store.ts'
import type { LiveServer } from './live/live-embed.ts'
import { updateLiveMessages } from './live/live-messages.ts'
import { distributeEvents } from './outbox/distribute-events.ts'
import { claimNextBrowser, sendToBrowser } from './push/push-delivery.ts'
import { deleteAllMessages, deleteExpiredMessages, pushChannel } from './push/push-messages.store.ts'

/** Retries and ends of quiet hours are looked for this often; new events wake the worker. */
const passIntervalMs = 2_000
/** Channels and browsers that are sent to at once: a slow one takes one of these places. */
const channelsAtOnce = 16
const browsersAtOnce = 16
const conditionsIntervalMs = 15_000
const liveIntervalMs = 5_000
const cleanupIntervalMs = 3_600_000
const changedAtOnce = 10_000

/** What other domains know: states that are watched, the servers as players see them, and whether browsers are sent to. */
export interface NotificationSources {
  sources: readonly ConditionSource[]
  readServers: () => Promise<readonly LiveServer[]>
  isPushOn: () => Promise<boolean>
}

/** Watches states, updates the server lists, distributes events, and sends the messages of up to sixteen channels at once, each in order. */
export function startNotificationWorker(
  context: AppContext,
  { sources, readServers, isPushOn }: NotificationSources,
): Worker {
  const sender = startChannelSender(context)
  const browsers = startBrowserSender(context, isPushOn)
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
      await Promise.all([sender.stop(), browsers.stop(), conditions.stop(), live.stop(), cleanup.stop()])
    },
  }
}

function startChannelSender(context: AppContext): Worker {
  return startSender(context, {
    atOnce: channelsAtOnce,
    prepare: async () => {
      while (await distributeEvents(context));
      return true
    },
    claim: () => claimNextChannel(context),
    send: (claim, stop) => sendClaimed(context, claim, stop),
    failureMessage: 'notifications are not sent now; retrying',
    channels: [notificationsChannel],
  })
}

function startBrowserSender(context: AppContext, isPushOn: () => Promise<boolean>): Worker {
  return startSender(context, {
    atOnce: browsersAtOnce,
    prepare: async () => {
      if (await isPushOn()) return true
      // Turned on again, the feature sends nothing of before.
      await deleteAllMessages(context.database)
      return false
    },
    claim: () => claimNextBrowser(context),
    send: (claim, stop) => sendToBrowser(context, claim, stop),
    failureMessage: 'browser notifications are not sent now; retrying',
    channels: [pushChannel],
  })
}

interface SenderOptions<Claim> {
  atOnce: number
  /** Runs before each pass; false where nothing may be sent. */
  prepare: () => Promise<boolean>
  claim: () => Promise<Claim | undefined>
  send: (claim: Claim, stop: AbortSignal) => Promise<unknown>
  failureMessage: string
  channels: readonly string[]
}

/** Sends to several receivers at once, each in its own order. */
function startSender<Claim>(
  context: AppContext,
  { atOnce, prepare, claim, send, failureMessage, channels }: SenderOptions<Claim>,
): Worker {
  const stopping = new AbortController()
  const sending = new Set<Promise<unknown>>()
  const worker = startWorker(context, {
    pass: async () => {
      if (!(await prepare())) return passIntervalMs
      while (sending.size < atOnce) {
        const claimed = await claim()
        if (!claimed) break
        const sent = send(claimed, stopping.signal)
          .catch(async (error: unknown) => {
            context.log.warn({ err: error }, failureMessage)
            // The receiver may be claimed again at once: its place stays taken for a while.
            await wait(passIntervalMs, undefined, { signal: stopping.signal }).catch(() => undefined)
          })
          .finally(() => {
            sending.delete(sent)
            worker.notify()
          })
        sending.add(sent)
      }
      return passIntervalMs
    },
    failureMessage,
    channels,
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
      await deleteExpiredMessages(context.database, context.clock.now())
      const ago = (ms: number) => new Date(context.clock.now().getTime() - ms)
      const { database } = context
      const failed = await failOverdueDeliveries(database, ago(deliveryGiveUpMs), changedAtOnce)
      const deleted = await deleteOldNotifications(database, ago(deliveryRetentionMs), changedAtOnce)
      return Math.max(failed, deleted) < changedAtOnce ? cleanupIntervalMs : 0
    },
    failureMessage: 'old notifications are not deleted now; retrying',
    retryMs: cleanupIntervalMs,
  })
}
