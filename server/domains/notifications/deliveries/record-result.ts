import {
  channelDisableAfterMs,
  channelDisableAfterTries,
  deliveryGiveUpMs,
  retryDelayMs,
} from '@clutch/contract/rules/notifications/retries.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { ChannelRow } from '../channels/channels.store.ts'
import { notify } from '../events/notify.ts'
import type { SendResult } from '../senders/sender.ts'
import * as store from './sending.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'log'>

interface Sent {
  channel: Pick<ChannelRow, 'id' | 'name' | 'kind'>
  delivery: store.DeliveryRow
}

/**
 * Records what became of an attempt, unless another worker has the channel meanwhile. A refused message ends; the others wait: the
 * message for its own delay, the channel for as long as the other side asks, or by its failures in a row. Returns whether the channel
 * may be sent to at once.
 */
export async function recordResult(
  context: Dependencies,
  claim: store.Claim,
  sent: Sent,
  result: SendResult,
): Promise<boolean> {
  const { kind, id } = sent.channel
  if (result.outcome !== 'sent')
    context.log.warn(
      { channel: id, kind, status: result.status, problem: result.problem },
      'a notification was not sent',
    )
  return context.database.transaction().execute(async (tx) => {
    const state = await store.lockClaimed(tx, claim)
    if (!state) return false
    const now = context.clock.now()
    if (result.outcome === 'sent') return recordSuccess(tx, sent, result, now)
    if (result.outcome === 'refused') return recordRefusal(tx, sent, result)
    return recordFailure(context, tx, { state, sent, result, now })
  })
}

async function recordSuccess(
  tx: Queries,
  { channel, delivery }: Sent,
  { status }: SendResult,
  now: Date,
): Promise<true> {
  await store.updateDelivery(tx, delivery.id, { state: 'sent', sent_at: now, status, problem: '' })
  await store.updateChannelState(tx, channel.id, {
    failing_since: null,
    failures: 0,
    problem: '',
    next_at: null,
    last_sent_at: now,
  })
  return true
}

/** The other side works, but does not take this message. */
async function recordRefusal(
  tx: Queries,
  { channel, delivery }: Sent,
  { status, problem }: SendResult,
): Promise<true> {
  await store.updateDelivery(tx, delivery.id, { state: 'failed', status, problem })
  await store.updateChannelState(tx, channel.id, { problem })
  return true
}

async function recordFailure(
  context: Dependencies,
  tx: Queries,
  { state, sent, result, now }: { state: store.ChannelState; sent: Sent; result: SendResult; now: Date },
): Promise<false> {
  const { channel, delivery } = sent
  const { outcome, status, problem, afterMs } = result
  const failures = state.failures + 1
  const failingSince = state.failing_since ?? now
  const isLimited = outcome === 'limited'
  const wait = Math.max(afterMs ?? 0, isLimited && afterMs != null ? 0 : retryDelayMs(failures))
  const isOver = now.getTime() - delivery.created_at.getTime() >= deliveryGiveUpMs
  const ownWait = Math.max(afterMs ?? 0, isLimited && afterMs != null ? 0 : retryDelayMs(delivery.tries))
  await store.updateDelivery(
    tx,
    delivery.id,
    isOver
      ? { state: 'failed', status, problem }
      : { due_at: new Date(now.getTime() + ownWait), status, problem },
  )
  const isDisabled =
    outcome === 'gone' ||
    (failures >= channelDisableAfterTries && now.getTime() - failingSince.getTime() >= channelDisableAfterMs)
  await store.updateChannelState(tx, channel.id, {
    failures,
    failing_since: failingSince,
    problem,
    next_at: new Date(now.getTime() + wait),
    ...(isDisabled && { disabled_at: now }),
  })
  if (isDisabled) {
    context.log.error({ channel: channel.id }, 'a notification channel is disabled')
    const fields = { channel: channel.name, problem }
    await notify(context, tx, { kind: 'channel.disabled', subject: channel.id, fields })
  }
  return false
}
