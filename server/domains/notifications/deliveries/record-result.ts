import { readChannelProblem } from '@clutch/contract/rules/notifications/channel-problems.ts'
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
    if (result.outcome === 'refused') return recordRefusal(tx, { state, sent, result, now })
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

interface Attempt {
  state: store.ChannelState
  sent: Sent
  result: SendResult
  now: Date
}

/**
 * The other side works, but does not take this message. The channel is shown as failing where the cause is a keyword of the robot,
 * which will be missing again, and goes on to the next message.
 */
async function recordRefusal(
  tx: Queries,
  { state, sent: { channel, delivery }, result: { status, problem }, now }: Attempt,
): Promise<true> {
  const isKeyword = readChannelProblem(problem) === 'keyword-missing'
  await store.updateDelivery(tx, delivery.id, { state: 'failed', status, problem })
  await store.updateChannelState(tx, channel.id, {
    problem,
    ...(isKeyword && { failing_since: state.failing_since ?? now }),
  })
  return true
}

/** A service that asks for a pause works: that is no failure of the channel. */
async function recordFailure(
  context: Dependencies,
  tx: Queries,
  { state, sent, result, now }: Attempt,
): Promise<false> {
  const { channel, delivery } = sent
  const { outcome, status, problem, afterMs } = result
  const isLimited = outcome === 'limited'
  const failures = state.failures + (isLimited ? 0 : 1)
  const failingSince = isLimited ? state.failing_since : (state.failing_since ?? now)
  const waitAfter = (tries: number) =>
    Math.max(afterMs ?? 0, isLimited && afterMs != null ? 0 : retryDelayMs(tries))
  const wait = waitAfter(isLimited ? delivery.tries : failures)
  const isOver = now.getTime() - delivery.created_at.getTime() >= deliveryGiveUpMs
  const ownWait = waitAfter(delivery.tries)
  await store.updateDelivery(
    tx,
    delivery.id,
    isOver
      ? { state: 'failed', status, problem }
      : { due_at: new Date(now.getTime() + ownWait), status, problem },
  )
  const isDisabled =
    outcome === 'gone' ||
    (!isLimited &&
      failures >= channelDisableAfterTries &&
      failingSince !== null &&
      now.getTime() - failingSince.getTime() >= channelDisableAfterMs)
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
