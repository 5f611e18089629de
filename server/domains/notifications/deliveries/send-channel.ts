import { randomUUIDv7 } from 'node:crypto'
import { isEventKind } from '@clutch/contract/rules/notifications/event-kinds.ts'
import { channelWindowMs } from '@clutch/contract/rules/notifications/retries.ts'
import type { MessageContent } from '@clutch/contract/rules/notifications/messages.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { recordResult } from './record-result.ts'
import type { SendResult } from '../senders/sender.ts'
import { sendDelivery } from './send-delivery.ts'
import * as store from './sending.store.ts'

export type SendingContext = Pick<AppContext, 'database' | 'clock' | 'keys' | 'config' | 'jobs' | 'log'>

/** Longer than a request and its record take. A claim of a killed process ends by itself. */
const claimMs = 60_000
/** A channel with many messages lets others have the worker after this time. */
const turnMs = 20_000
const samplesShown = 5

/** Claims a channel that has a due message; undefined where there is none. */
export function claimNextChannel({ database, clock }: SendingContext): Promise<store.Claim | undefined> {
  const now = clock.now()
  return store.claimChannel(database, randomUUIDv7(), now, new Date(now.getTime() + claimMs))
}

/** Sends the due messages of a claimed channel one after another, for a while, and releases it. Returns how many were tried. */
export async function sendClaimed(
  context: SendingContext,
  claim: store.Claim,
  stop: AbortSignal,
): Promise<number> {
  const ends = context.clock.now().getTime() + turnMs
  let tried = 0
  try {
    while (!stop.aborted && context.clock.now().getTime() < ends) {
      const next = await sendNext(context, claim)
      if (next !== 'none') tried += 1
      if (next !== 'sent') break
    }
  } finally {
    await store.releaseClaim(context.database, claim)
  }
  return tried
}

/** Sends one message: `none` where none may be sent now, `failed` where the channel has to wait. */
async function sendNext(context: SendingContext, claim: store.Claim): Promise<'none' | 'sent' | 'failed'> {
  const taken = await context.database.transaction().execute((tx) => claimNext(context, tx, claim))
  if (!taken) return 'none'
  const { channel, delivery } = taken
  const result = await sendDelivery(context, channel, delivery).catch((error: unknown): SendResult => {
    context.log.error({ err: error, channel: channel.id }, 'sending a notification failed in the portal')
    return { outcome: 'retry', status: null, problem: 'an error of the portal, which its log has' }
  })
  return (await recordResult(context, claim, { channel, delivery }, result)) ? 'sent' : 'failed'
}

/** The next message of a channel, with an attempt counted against its limit: what is beyond that is folded into a digest first. */
async function claimNext({ clock }: SendingContext, tx: Queries, claim: store.Claim) {
  const now = clock.now()
  const state = await store.lockClaimed(tx, claim)
  if (!state || state.disabled_at !== null || (state.next_at !== null && state.next_at > now))
    return undefined
  const channel = await store.selectEnabledChannel(tx, claim.channelId)
  if (!channel) return undefined
  const window = currentWindow(state, now)
  const left = channel.per_minute === null ? null : channel.per_minute - window.count
  if (left !== null && left <= 0) {
    await store.updateChannelState(tx, channel.id, {
      next_at: new Date(window.at.getTime() + channelWindowMs),
    })
    return undefined
  }
  const isStorm = await foldIfNeeded(tx, channel.id, now, left)
  const delivery = await store.claimNextDelivery(tx, channel.id, now)
  if (!delivery) return undefined
  // A digest of a storm is the last message of its minute: what follows is in the next one.
  const count = isStorm ? (channel.per_minute ?? 0) : window.count + 1
  await store.updateChannelState(tx, channel.id, {
    window_at: window.at,
    window_count: count,
    claimed_until: new Date(now.getTime() + claimMs),
  })
  return { channel, delivery }
}

function currentWindow(
  { window_at, window_count }: store.ChannelState,
  now: Date,
): { at: Date; count: number } {
  const isOpen = window_at !== null && now.getTime() - window_at.getTime() < channelWindowMs
  return isOpen ? { at: window_at, count: window_count } : { at: now, count: 0 }
}

/** Folds what was held together, or more messages than the minute has left. Returns whether it was more than that. */
async function foldIfNeeded(
  tx: Queries,
  channelId: string,
  now: Date,
  left: number | null,
): Promise<boolean> {
  const isStorm = left !== null && (await store.countFoldable(tx, channelId, now, left + 1)) > left
  if (isStorm || (await store.areSeveralHeld(tx, channelId, now))) await fold(tx, channelId, now, !isStorm)
  return isStorm
}

async function fold(tx: Queries, channelId: string, now: Date, heldOnly: boolean): Promise<void> {
  const digestId = randomUUIDv7()
  const folded = await store.foldDue(tx, { channelId, digestId, now, heldOnly })
  const samples = await store.selectFoldedSamples(tx, digestId, samplesShown)
  const content: MessageContent = {
    type: 'digest',
    from: Math.min(...folded.map(({ first }) => first.getTime())),
    to: Math.max(...folded.map(({ last }) => last.getTime())),
    counts: folded.flatMap(({ kind, count }) => (isEventKind(kind) ? [{ kind, count }] : [])),
    samples: samples.flatMap(({ kind, fields }) =>
      isEventKind(kind) ? [{ kind, fields: fields as Record<string, string> }] : [],
    ),
  }
  await store.insertOwnDelivery(tx, {
    id: digestId,
    channel_id: channelId,
    kind: 'digest',
    subject: 'digest',
    content: JSON.stringify(content),
    due_at: now,
    created_at: now,
  })
}
