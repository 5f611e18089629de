import { randomUUIDv7 } from 'node:crypto'
import { retryDelayMs } from '@clutch/contract/rules/notifications/retries.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { SendResult } from '../senders/sender.ts'
import { type PushKeys, loadPushKeys } from './push-keys.ts'
import * as store from './push-messages.store.ts'
import { type PushContext, sendPush } from './send-push.ts'
import type { SubscriptionRow } from './push-subscriptions.store.ts'

/** Longer than a request and its record take. A claim of a killed process ends by itself. */
const claimMs = 60_000
/** A browser with many messages lets others have the worker after this time. */
const turnMs = 20_000

/** Claims a browser that has a message; undefined where there is none. */
export function claimNextBrowser({
  database,
  clock,
}: Pick<PushContext, 'database' | 'clock'>): Promise<store.PushClaim | undefined> {
  const now = clock.now()
  return store.claimSubscription(database, randomUUIDv7(), now, new Date(now.getTime() + claimMs))
}

/** Sends the messages of a claimed browser one after another, for a while, and releases it. Returns how many were tried. */
export async function sendToBrowser(
  context: PushContext,
  claim: store.PushClaim,
  stop: AbortSignal,
): Promise<number> {
  const ends = context.clock.now().getTime() + turnMs
  let tried = 0
  try {
    const keys = await loadPushKeys(context)
    while (!stop.aborted && context.clock.now().getTime() < ends) {
      const next = await sendNext(context, keys, claim)
      if (next !== 'none') tried += 1
      if (next !== 'sent') break
    }
  } finally {
    await store.releaseSubscription(context.database, claim)
  }
  return tried
}

async function sendNext(
  context: PushContext,
  keys: PushKeys,
  claim: store.PushClaim,
): Promise<'none' | 'sent' | 'failed'> {
  const { database, clock } = context
  await store.deleteExpiredMessages(database, clock.now())
  const taken = await database.transaction().execute(async (tx) => {
    const subscription = await store.lockClaimedSubscription(tx, claim)
    const message = subscription && (await store.claimNextMessage(tx, subscription.id))
    return message && { subscription, message }
  })
  if (!taken) return 'none'
  const result = await sendPush(context, keys, taken.subscription, taken.message)
  return recordResult(context, claim, taken, result)
}

/**
 * Records what became of an attempt, unless another worker has the browser meanwhile. A message that was taken or refused goes; the
 * others wait with their browser, for as long as the push service asks or by the failures in a row.
 */
async function recordResult(
  context: PushContext,
  claim: store.PushClaim,
  { subscription, message }: { subscription: SubscriptionRow; message: store.MessageRow },
  result: SendResult,
): Promise<'sent' | 'failed'> {
  const { outcome, status, problem } = result
  if (outcome !== 'sent')
    context.log.warn(
      { service: subscription.service, outcome, status },
      'a browser notification was not sent',
    )
  return context.database.transaction().execute(async (tx) => {
    const locked = await store.lockClaimedSubscription(tx, claim)
    if (!locked) return 'failed'
    const now = context.clock.now()
    if (outcome === 'gone') {
      await store.deleteGoneSubscription(tx, locked.id)
      return 'failed'
    }
    if (outcome === 'sent' || outcome === 'refused') {
      await store.deleteMessage(tx, message.id)
      await store.updateSubscriptionState(tx, locked.id, {
        failures: 0,
        problem,
        next_at: null,
        ...(outcome === 'sent' && { last_sent_at: now }),
      })
      return 'sent'
    }
    await recordFailure(tx, locked, result, now)
    return 'failed'
  })
}

async function recordFailure(
  tx: Queries,
  { id, failures: before }: SubscriptionRow,
  { outcome, problem, afterMs }: SendResult,
  now: Date,
): Promise<void> {
  const failures = before + 1
  // What a service asks for counts alone, unless it failed.
  const ownMs = outcome === 'limited' && afterMs != null ? 0 : retryDelayMs(failures)
  const next_at = new Date(now.getTime() + Math.max(afterMs ?? 0, ownMs))
  await store.updateSubscriptionState(tx, id, { failures, problem, next_at })
}
