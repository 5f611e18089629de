import type { ServerListDelta, Server } from '@clutch/contract/api/servers/servers.ts'
import { matchesSelection, type ServerFilter } from '@clutch/contract/rules/servers/list/server-filter.ts'

/** The part of the filter the API applies; it names a cached list (D13). */
export type ListFilter = Pick<ServerFilter, 'modes' | 'maps' | 'regions'>

/** One answer of the list, updated by the stream. */
export interface Snapshot {
  servers: readonly Server[]
  /** Which snapshot of the portal this is; '' when it did not say, and then no delta fits. */
  version: string
  /** When the portal confirmed it, ms since 1970 by the portal's clock: shown as a time of day (D15). */
  at: number
  /** How far the portal's clock is ahead of this device's, ms: ages are counted by the device. */
  aheadMs: number
}

/** When the portal confirmed a snapshot by this device's clock, never in its future; a portal that never did counts as just now. */
export function getConfirmedAt({ at, aheadMs }: Snapshot, now: number): number {
  return at === 0 ? now : Math.min(now, at - aheadMs)
}

/** The snapshot after `delta`, or null when the delta follows another snapshot. */
export function applyDelta(snapshot: Snapshot, delta: ServerListDelta, lists: ListFilter): Snapshot | null {
  if (snapshot.version === '' || snapshot.version !== delta.from) return null
  const changed = new Map(delta.changed.map((server) => [server.id, server]))
  const removed = new Set(delta.removed)
  const remaining = snapshot.servers.flatMap((server) => {
    if (removed.has(server.id)) return []
    const next = changed.get(server.id) ?? server
    changed.delete(server.id)
    return next === server || matchesSelection(next, lists) ? [next] : []
  })
  const added = [...changed.values()].filter((server) => matchesSelection(server, lists))
  return { ...snapshot, servers: [...remaining, ...added], version: delta.to, at: delta.at }
}

/** Applies every delta that continues the snapshot, in order; the others are passed over. */
export function applyDeltas(
  snapshot: Snapshot,
  deltas: readonly ServerListDelta[],
  lists: ListFilter,
): Snapshot {
  return deltas.reduce((reached, delta) => applyDelta(reached, delta, lists) ?? reached, snapshot)
}

/** A row with the same content keeps its identity, so that a reload draws only what changed. */
export function reuseEqualServers(next: readonly Server[], held: readonly Server[]): readonly Server[] {
  const before = new Map(held.map((server) => [server.id, server]))
  const reused = next.map((server) => {
    const old = before.get(server.id)
    return old !== undefined && isSameServer(old, server) ? old : server
  })
  const unchanged = reused.length === held.length && reused.every((server, place) => server === held[place])
  return unchanged ? held : reused
}

function isSameServer(a: Server, b: Server): boolean {
  const keys = Object.keys(b) as (keyof Server)[]
  return keys.length === Object.keys(a).length && keys.every((key) => a[key] === b[key])
}
