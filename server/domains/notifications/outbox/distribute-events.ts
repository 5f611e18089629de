import { randomUUIDv7 } from 'node:crypto'
import { type EventKind, eventKinds, isEventKind } from '@clutch/contract/rules/notifications/event-kinds.ts'
import { findDueTime, matchesRule } from '@clutch/contract/rules/notifications/rules.ts'
import type { AppContext } from '../../../platform/context.ts'
import { toRule } from '../rules/rules.service.ts'
import { selectActiveRules } from '../rules/rules.store.ts'
import * as store from './outbox.store.ts'

/** Bounds the memory of a pass, whatever the number of events. */
const eventsPerPass = 200

type ActiveRule = ReturnType<typeof toRule> & { appliesFrom: Date }

/**
 * Makes the deliveries of the oldest new events, for each channel whose rules want it one, in one transaction. Returns whether there
 * may be more.
 */
export async function distributeEvents({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    // Waits for another worker's pass, which keeps the order of deliveries.
    const events = await store.lockNewEvents(tx, eventsPerPass)
    if (events.length === 0) return false
    const rules = (await selectActiveRules(tx)).map((row) => ({
      ...toRule(row),
      appliesFrom: row.applies_from,
    }))
    const now = clock.now()
    const deliveries = events.flatMap((event) => toDeliveries(event, rules, now))
    await store.insertDeliveries(tx, deliveries)
    await store.markDistributed(
      tx,
      events.map(({ id }) => id),
    )
    return events.length === eventsPerPass
  })
}

function toDeliveries(event: store.EventRow, rules: readonly ActiveRule[], now: Date): store.NewDelivery[] {
  const { id, kind, subject, server_id: serverId, at } = event
  if (!isEventKind(kind)) return []
  const matching = rules.filter((rule) => rule.appliesFrom <= at && matchesRule(rule, { kind, serverId }))
  return [...Map.groupBy(matching, ({ channelId }) => channelId)].map(([channelId, of]) => {
    const { due, held } = earliest(of, kind, now)
    return {
      id: randomUUIDv7(),
      channel_id: channelId,
      event_id: id,
      kind,
      subject,
      due_at: new Date(due),
      held,
      created_at: now,
    }
  })
}

/** Of several rules for one channel the one that sends first counts. */
function earliest(rules: readonly ActiveRule[], kind: EventKind, now: Date): { due: number; held: boolean } {
  const times = rules.map((rule) => findDueTime(rule, eventKinds[kind].severity, now.getTime()))
  const [first = { due: now.getTime(), held: false }, ...rest] = times
  return rest.reduce((best, one) => (one.due < best.due ? one : best), first)
}
