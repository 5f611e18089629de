import type { AppContext } from '../../../platform/context.ts'
import type { LiveList } from './live-list.ts'

const minStaleMs = 60_000
const staleIntervals = 6

/**
 * Whether the list may be shown as live: a poller confirmed it within a minute, or within six of its
 * intervals if those are longer. Before the first server is registered no confirmation is needed.
 */
export function isServerListFresh(
  { snapshot, at }: Pick<LiveList, 'at'> & { snapshot: { version: string } },
  { clock, config }: Pick<AppContext, 'clock' | 'config'>,
): boolean {
  if (snapshot.version === '0') return true
  return clock.now().getTime() - at <= staleAfterMs(config)
}

/** The age from which the list is not live, ms. */
export function staleAfterMs({ pollIntervalMs }: Pick<AppContext['config'], 'pollIntervalMs'>): number {
  return Math.max(minStaleMs, staleIntervals * pollIntervalMs)
}
