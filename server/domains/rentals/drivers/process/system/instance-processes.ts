import { setTimeout as pause } from 'node:timers/promises'
import { HostUnreachable } from '../../driver.ts'
import { type LiveProcess, type ProcessRun, isAlive, listLiveProcesses } from './processes.ts'

const pollMs = 20
const killTimeoutMs = 10_000
/** The part of the grace period in which a session's leader may stop its game by itself. */
const leaderShare = 0.9

/** What a game and everything that it starts carries in its environment: how it is found again. No secret ever. */
export const environmentMarks = {
  owner: 'CLUTCH_OWNER',
  instance: 'CLUTCH_INSTANCE',
  rental: 'CLUTCH_LEASE',
  generation: 'CLUTCH_GENERATION',
  port: 'CLUTCH_INSTANCE_PORT',
  created: 'CLUTCH_CREATED',
  labels: 'CLUTCH_LABELS',
} as const

export interface InstanceIdentity {
  owner: string
  name: string
  /** The recorded starts. */
  runs: readonly ProcessRun[]
  /** The user that only this instance has; null where it shares one. */
  uid: number | null
}

/**
 * Returns every process of an instance: those with its marks or its user, and the sessions of recorded
 * starts.
 */
function listInstanceProcesses(
  { owner, name, runs, uid: own }: InstanceIdentity,
  among: readonly LiveProcess[] = listLiveProcesses(),
): LiveProcess[] {
  const sessions = runs.filter(isAlive).map(({ pid }) => pid)
  return among.filter(({ session, uid, environment }) => {
    if (sessions.includes(session) || (own !== null && uid() === own)) return true
    const marks = environment()
    return marks.get(environmentMarks.owner) === owner && marks.get(environmentMarks.instance) === name
  })
}

/**
 * Ends every process of an instance within `graceMs`: requests it of the leaders of the recorded sessions, so that a
 * start script can stop its game in order, then of all others, and kills the rest. Throws HostUnreachable if a process
 * does not end.
 */
export async function terminateInstance(whose: InstanceIdentity, graceMs: number): Promise<void> {
  let left = listInstanceProcesses(whose)
  if (graceMs > 0 && left.length > 0) {
    const end = performance.now() + graceMs
    const leaders = left.filter(({ pid, session }) => pid === session)
    sendSignal(leaders, 'SIGTERM')
    await waitForExit(leaders, graceMs * leaderShare)
    left = listInstanceProcesses(whose)
    sendSignal(left, 'SIGTERM')
    await waitForExit(left, end - performance.now())
    left = listInstanceProcesses(whose)
  }
  const deadline = performance.now() + killTimeoutMs
  while (left.length > 0) {
    if (performance.now() > deadline) throw new HostUnreachable(`${whose.name} does not end`)
    sendSignal(left, 'SIGKILL')
    await waitForExit(left, killTimeoutMs)
    left = listInstanceProcesses(whose)
  }
}

function sendSignal(processes: readonly LiveProcess[], name: 'SIGTERM' | 'SIGKILL'): void {
  for (const one of processes) {
    if (!isAlive(one)) continue
    try {
      process.kill(one.pid, name)
    } catch {
      // It ended by itself, or may not be ended: the next check shows which.
    }
  }
}

async function waitForExit(processes: readonly LiveProcess[], timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (processes.some(isAlive) && performance.now() < deadline) await pause(pollMs)
}
