import { sql } from 'kysely'
import { containsPattern } from '../../../platform/database/like-pattern.ts'
import type { Queries } from '../../../platform/database/index.ts'

export interface DeliveryFilter {
  find?: string | undefined
  state?: 'waiting' | 'held' | 'sent' | 'failed' | 'folded' | undefined
  channel?: string | undefined
  kind?: string | undefined
  /** The kinds that the reader may see. */
  readable: readonly string[]
}

/** A delivery with its channel and what it says. */
export interface LoggedDelivery {
  id: string
  channel_id: string
  channel_name: string
  channel_kind: string
  kind: string
  /** Of its event; null of a digest and a test. */
  fields: unknown
  content: unknown
  state: string
  held: boolean
  due_at: Date
  created_at: Date
  sent_at: Date | null
  tries: number
  status: number | null
  problem: string
}

const tables = sql`notification_deliveries as delivery
  join notification_channels as channel on channel.id = delivery.channel_id
  left join notification_events as event on event.id = delivery.event_id`

const columns = sql`delivery.id, delivery.channel_id, channel.name as channel_name, channel.kind as channel_kind, delivery.kind,
  event.fields, delivery.content, delivery.state, delivery.held, delivery.due_at, delivery.created_at, delivery.sent_at,
  delivery.tries, delivery.status, delivery.problem`

/** A held message is one that waits with others. */
const shownState = sql`case when delivery.state = 'waiting' and delivery.held then 'held' else delivery.state end`

function matching({ find, state, channel, kind, readable }: DeliveryFilter) {
  const part = containsPattern(find ?? '')
  return sql`delivery.kind = any(${[...readable]})
    and (${state ?? null}::text is null or ${shownState} = ${state ?? null})
    and (${channel ?? null}::uuid is null or delivery.channel_id = ${channel ?? null}::uuid)
    and (${kind ?? null}::text is null or delivery.kind = ${kind ?? null})
    and (${find ?? null}::text is null or delivery.subject ilike ${part} or delivery.problem ilike ${part}
      or event.fields::text ilike ${part})`
}

/** One page of the deliveries that match. */
export async function selectDeliveries(
  queries: Queries,
  filter: DeliveryFilter,
  { direction, limit, offset }: { direction: 'asc' | 'desc'; limit: number; offset: number },
): Promise<LoggedDelivery[]> {
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  const { rows } = await sql<LoggedDelivery>`select ${columns} from ${tables} where ${matching(filter)}
    order by delivery.created_at ${way}, delivery.seq ${way} limit ${limit} offset ${offset}`.execute(queries)
  return rows
}

/** How many match. */
export async function countDeliveries(queries: Queries, filter: DeliveryFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${tables}
    where ${matching(filter)}`.execute(queries)
  return rows[0]?.count ?? 0
}

export async function selectDelivery(
  queries: Queries,
  id: string,
  readable: readonly string[],
): Promise<LoggedDelivery | undefined> {
  const { rows } = await sql<LoggedDelivery>`select ${columns} from ${tables}
    where delivery.id = ${id}::uuid and delivery.kind = any(${[...readable]})`.execute(queries)
  return rows[0]
}

/** Makes a message due now, as if it had never been tried. */
export async function resetDelivery(tx: Queries, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('notification_deliveries')
    .set({ state: 'waiting', held: false, due_at: now, folded_into: null, created_at: now })
    .where('id', '=', id)
    .execute()
}
