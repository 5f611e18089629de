import { setTimeout as wait } from 'node:timers/promises'
import type { ChildProgram } from '../harness/child-program.ts'

const pollIntervalMs = 200
const stallTimeoutMs = 60_000

/** Resolves when the boards hold the wanted kills; rejects when none is added for a minute. */
export async function waitUntilCounted(
  portal: ChildProgram<typeof import('./event-portal.program.ts').servedTasks>,
  wanted: number,
): Promise<void> {
  let last = { kills: 0, at: performance.now() }
  for (;;) {
    const { all } = await portal.call('onBoards')
    if (all >= wanted) return
    if (all !== last.kills) last = { kills: all, at: performance.now() }
    if (performance.now() - last.at > stallTimeoutMs)
      throw new Error(`${all} kills of ${wanted} were counted`)
    await wait(pollIntervalMs)
  }
}
