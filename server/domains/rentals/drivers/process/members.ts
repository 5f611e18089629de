import { setTimeout as pause } from 'node:timers/promises'
import { NodeSilent } from '../driver.ts'
import { type Living, type Run, lives, living } from './processes.ts'

const lookMs = 20
const killPatienceMs = 10_000

/** What a game and everything that it starts carries in its environment: how it is found again. No secret ever. */
export const marks = {
  owner: 'CLUTCH_OWNER',
  instance: 'CLUTCH_INSTANCE',
  lease: 'CLUTCH_LEASE',
  generation: 'CLUTCH_GENERATION',
  port: 'CLUTCH_INSTANCE_PORT',
  created: 'CLUTCH_CREATED',
  labels: 'CLUTCH_LABELS',
} as const

export interface Whose {
  owner: string
  name: string
  /** What was started, as far as it is written down. */
  runs: readonly Run[]
  /** The user that only this instance has; null where it shares one. */
  uid: number | null
}

/** Everything that lives of an instance: what carries its marks or its user, and the sessions of what was started and lives. */
function membersOf({ owner, name, runs, uid: own }: Whose, among: readonly Living[] = living()): Living[] {
  const sessions = runs.filter(lives).map(({ pid }) => pid)
  return among.filter(({ session, uid, environment }) => {
    if (sessions.includes(session) || (own !== null && uid() === own)) return true
    const told = environment()
    return told.get(marks.owner) === owner && told.get(marks.instance) === name
  })
}

/** Ends all of an instance: asks, and kills what is left after `graceMs`. Throws NodeSilent where something does not die. */
export async function endAll(whose: Whose, graceMs: number): Promise<void> {
  let left = membersOf(whose)
  if (graceMs > 0 && left.length > 0) {
    signal(left, 'SIGTERM')
    await gone(left, graceMs)
    left = membersOf(whose)
  }
  const deadline = performance.now() + killPatienceMs
  while (left.length > 0) {
    if (performance.now() > deadline) throw new NodeSilent(`${whose.name} does not end`)
    signal(left, 'SIGKILL')
    await gone(left, killPatienceMs)
    left = membersOf(whose)
  }
}

function signal(processes: readonly Living[], name: 'SIGTERM' | 'SIGKILL'): void {
  for (const one of processes) {
    if (!lives(one)) continue
    try {
      process.kill(one.pid, name)
    } catch {
      // It went by itself, or is not ours to end: whoever looks again sees which.
    }
  }
}

async function gone(processes: readonly Living[], patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (processes.some(lives) && performance.now() < deadline) await pause(lookMs)
}
