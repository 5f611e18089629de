import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type RunningClock, startDatabaseClock } from '../../../platform/clock/clock.ts'
import { databaseTime } from '../../../platform/database/index.ts'
import { currentScope, runInScope } from '../../../platform/observability/scope.ts'
import { type Fleet, openFleet } from '../fleet.ts'
import { ReconcilerFixture } from '../testing/reconciler-fixture.ts'
import { type Reconciler, type ReconcilerOptions, startReconciler } from './reconciler.worker.ts'

let fixture: ReconcilerFixture
let clock: RunningClock
const running: Reconciler[] = []

beforeEach(async () => {
  fixture = await ReconcilerFixture.open()
  clock = await startDatabaseClock(
    () => databaseTime(fixture.context.database),
    () => undefined,
  )
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()))
  clock.stop()
  await fixture.close()
})

/** What a process of its own has, by the real time. */
function fleet(at?: Fleet['at']): Fleet {
  const { driver, game } = fixture
  const deleteDemos = async () => undefined
  return openFleet({ ...fixture.context, clock }, { driver, game, deleteDemos, ...(at && { at }) })
}

function start(options: ReconcilerOptions = {}): void {
  running.push(startReconciler(fleet(), options))
}

async function rental(): Promise<string> {
  fixture.context.clock.set(clock.now())
  return (await fixture.rental()).id
}

async function becomes(id: string, state: string): Promise<void> {
  await vi.waitFor(async () => expect(await fixture.state(id)).toBe(state), { timeout: 15_000, interval: 20 })
}

test('R2 a paid rental is created at once, and a request is carried out at once', async () => {
  start()
  const id = await rental()
  await fixture.change(id, {})
  await becomes(id, 'running')
  const before = fixture.machines.liveOf(id)[0]?.run
  await fixture.restart(id)
  await becomes(id, 'running')
  await vi.waitFor(() => expect(fixture.machines.liveOf(id)[0]?.run).not.toBe(before))
})

test('work for a rental has the id of the request that asked for it, until that is done', async () => {
  const seen = new Set<string | null | undefined>()
  const at = async (step: string) => void (step.endsWith('-done') && seen.add(currentScope()?.requestId))
  const id = await rental()
  const ask = (requestId: string, call: () => Promise<void>) =>
    runInScope({ requestId, span: undefined }, call)
  const isDone = () =>
    vi.waitFor(async () => {
      const { state, request_id: requestId } = await fixture.read(id)
      expect([state, requestId]).toEqual(['running', null])
    }, 15_000)
  await ask('request-1', () => fixture.change(id, {}))
  running.push(startReconciler(fleet(at)))
  await isDone()
  expect([...seen]).toEqual(['request-1'])
  await ask('request-2', () => fixture.restart(id))
  await isDone()
  expect([...seen]).toEqual(['request-1', 'request-2'])
  await fixture.restart(id)
  await isDone()
  expect([...seen]).toEqual(['request-1', 'request-2', null])
})

test('R8 three processes make thirty servers, each once', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, rental))
  for (let process = 0; process < 3; process += 1) start()
  for (const id of ids) await becomes(id, 'running')
  expect(fixture.machines.resources).toHaveLength(30)
  expect(fixture.driver.calls.filter((call) => call.startsWith('ensure'))).toHaveLength(30)
})

test('R2 a rental whose driver hangs keeps no other waiting', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, rental))
  fixture.driver.fail('ensure', 'hang', 2)
  start()
  await vi.waitFor(
    async () => {
      const states = await Promise.all(ids.map((id) => fixture.state(id)))
      expect(states.filter((state) => state === 'running')).toHaveLength(2)
    },
    { timeout: 15_000, interval: 20 },
  )
})

test('R7 one of several processes watches, and another when it stops', async () => {
  const list = vi.spyOn(fixture.driver, 'list')
  const options = { watching: { againMs: 50 } }
  start(options)
  await vi.waitFor(() => expect(list.mock.calls.length).toBe(2), { timeout: 15_000 })
  start(options)
  start(options)
  const id = await rental()
  await fixture.change(id, {})
  await becomes(id, 'running')
  expect(list.mock.calls).toHaveLength(2)
  await running.shift()?.stop()
  await vi.waitFor(() => expect(list.mock.calls.length).toBe(4), { timeout: 15_000, interval: 20 })
}, 40_000)
