import type { ServerListDelta } from '@clutch/contract/api/servers/servers.ts'

const maxDeltas = 16

let deltas: readonly ServerListDelta[] = []

/** The last changes from the stream, oldest first: a list that was loading meanwhile applies them. */
export const recentDeltas = {
  get: () => deltas,
  add(delta: ServerListDelta): void {
    deltas = [...deltas, delta].slice(-maxDeltas)
  },
}
