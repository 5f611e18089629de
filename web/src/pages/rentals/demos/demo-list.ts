import type { listDemos } from '@clutch/contract/api/rentals/demos.ts'
import type { Reply } from '@clutch/contract/api/call.ts'
import { demoRefreshCooldownMs } from '@clutch/contract/limits.ts'

export type Demo = Reply<typeof listDemos>['data']['demos'][number]

/** G17: by name descending, each once: pages loaded at different times may overlap. Names begin with their time. */
export function sortDemos(demos: readonly Demo[]): Demo[] {
  const each = new Map(demos.map((demo) => [demo.name, demo]))
  return [...each.values()].toSorted((one, other) =>
    one.name < other.name ? 1 : one.name > other.name ? -1 : 0,
  )
}

/** G17: how many whole seconds are left until the list may be asked for again; 0: now. Times in ms since 1970. */
export function secondsUntilRefresh(askedAt: number, now: number): number {
  return Math.min(
    demoRefreshCooldownMs / 1_000,
    Math.max(0, Math.ceil((askedAt + demoRefreshCooldownMs - now) / 1_000)),
  )
}
