import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { RconClient, formatRconLine } from '../../../servers/index.ts'
import type { Program } from '../../../../testing/program.ts'
import { selectInstances } from '../../rentals.store.ts'
import type { KillPoint } from './worker.program.ts'
import type { CrashTestPortal } from './crash-test-portal.ts'
import {
  type TestRental,
  type Operation,
  type OperationName,
  lifecycleParts,
  findUnsettled,
  operations,
} from './operations.ts'

const settleTimeoutMs = 60_000
const finalCheckpointsMs = 300

/** Which deaths a life has: for each work none, or one. */
export type KillPoints = Partial<Record<OperationName, KillPoint>>

/** What became of them. */
export interface LifecycleResult {
  /** By work, the steps of the worker that did it. */
  steps: Partial<Record<OperationName, string[]>>
  killed: string[]
  /** Deaths that did not come: the step was not passed so often, or by another worker. */
  missed: string[]
}

/**
 * Plays the life of a rental from its order to its end, with a worker killed in each operation that has a
 * kill point, and in all operations if none has; after each kill a new worker starts, and the wanted state is
 * reached (R1, R2, R3, R12, R13). In the end nothing remains (R10). As a pair, another worker runs all the
 * time.
 */
export async function runLifecycle(
  lane: CrashTestPortal,
  deaths: KillPoints,
  { isPair = false } = {},
): Promise<LifecycleResult> {
  const tenant: TestRental = { lane, id: randomUUIDv7(), password: 'first1234' }
  const lived: LifecycleResult = { steps: {}, killed: [], missed: [] }
  const open = new Map(Object.entries(deaths))
  const isWhole = open.size === 0
  if (isPair) await lane.start()
  for (const part of lifecycleParts) {
    if (part.includes('drain') && !lane.substrate.canDrain) continue
    const isNeeded = part.some((name) => open.has(name) || name === 'create' || name === 'revoke')
    if (!isNeeded && !isWhole) continue
    for (const name of part) {
      const kill = open.get(name) ?? null
      open.delete(name)
      await runOperation(tenant, name, kill, lived)
    }
  }
  await expectNothingLeft(tenant)
  if (isPair) await lane.retire()
  return lived
}

async function runOperation(
  tenant: TestRental,
  name: OperationName,
  kill: KillPoint | null,
  lived: LifecycleResult,
): Promise<void> {
  try {
    await runOperationWithKill(tenant, name, kill, lived)
  } catch (cause) {
    const at = kill ? ` killed at ${kill.step} for the ${kill.nth}. time` : ''
    throw new Error(`${name}${at}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

async function runOperationWithKill(
  tenant: TestRental,
  name: OperationName,
  kill: KillPoint | null,
  lived: LifecycleResult,
): Promise<void> {
  const { lane } = tenant
  const work: Operation = operations[name]
  await lane.guard.begin({ mayBeTwo: work.mayBeTwo === true })
  const mortal = lane.arm(kill)
  await work.ask(tenant)
  const settled = () => findUnsettled(tenant, work)
  const isSettled = await lane.until(settled, settleTimeoutMs, mortal.ended)
  if (isSettled && (!kill || (await survives(lane, mortal)))) {
    if (kill) lived.missed.push(`${name}: ${kill.step} ${kill.nth}`)
    else lived.steps[name] ??= await lane.stepsOf(mortal)
    lane.arm(null)
  } else {
    await lane.replace(mortal)
    lane.arm(null)
    lived.killed.push(`${name}: ${kill?.step} ${kill?.nth}`)
    await lane.until(settled, settleTimeoutMs)
  }
  await expectResult(tenant, work)
}

/** Its last steps come after everything is written: whether it passes them, until it has heard that it is to live. */
async function survives(lane: CrashTestPortal, mortal: Program): Promise<boolean> {
  const ended = mortal.ended.then(() => false)
  if (!(await Promise.race([ended, wait(finalCheckpointsMs, true)]))) return false
  if (!mortal.child.connected) return false
  lane.arm(null)
  return Promise.race([ended, lane.stepsOf(mortal).then(() => true)])
}

/** Asserts the state on the platform: the result of an operation, by this many starts of a game. */
export async function expectResult(
  tenant: TestRental,
  { to, runs }: Pick<Operation, 'to' | 'runs'>,
): Promise<void> {
  const { guard, context } = tenant.lane
  const { running, begun: startedAt } = await guard.count()
  const [instance] = await selectInstances(context.database, tenant.id)
  const expected = to === 'running' ? [instance?.generation] : []
  expect({
    running: running.map(({ generation }) => generation),
    begun: startedAt,
    wrongs: [...guard.wrongs],
  }).toEqual({ running: expected, begun: runs, wrongs: [] })
  if (to === 'running' && instance) expect(await readGamePassword(instance)).toBe(tenant.password)
}

/** Reads the players' password over RCON. */
async function readGamePassword({ host, port }: { host: string; port: number }): Promise<string> {
  const console = new RconClient({ host, port, password: 'rcon1234' })
  try {
    return (await console.run(formatRconLine('sv_password'))).replace('sv_password = ', '').trim()
  } finally {
    console.close()
  }
}

async function expectNothingLeft({ lane, id }: TestRental): Promise<void> {
  expect(await lane.substrate.leftovers(lane.owner)).toEqual([])
  const instances = await selectInstances(lane.context.database, id)
  expect(instances.filter(({ removed_at, kept }) => removed_at === null || kept)).toEqual([])
  for (const { host, port } of instances) await assertPortFree(host, port)
}

/** Throws if a program listens on a port. */
async function assertPortFree(host: string, port: number): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  server.close()
  const socket = createSocket('udp4')
  socket.bind(port, host)
  await once(socket, 'listening')
  socket.close()
}
