import { isProving, sampleCases } from '@clutch/tools/testing/test-options.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getReach, reconcileDue } from '../../reconcile-due.ts'
import { claimRentals } from '../../claims.store.ts'
import { ClaimLost, reconcileOnce } from '../../reconcile-once.ts'
import { ReconcilerFixture } from '../../../testing/reconciler-fixture.ts'

const minute = 60_000
const hour = 60 * minute

vi.setConfig({ testTimeout: 60_000 })

let fixture: ReconcilerFixture
beforeAll(async () => {
  fixture = await ReconcilerFixture.open(undefined, 150)
})
beforeEach(() => fixture.reset())
afterAll(() => fixture.close())

/** What a process has that took a rental and is slow. */
async function claimDue(limit = 1) {
  const { database, clock } = fixture.context
  return claimRentals(database, getReach(fixture.fleet), clock.now(), limit)
}

test.each(sampleCases(['silent', 'lost', 'broken', 'hang', 'stuck', 'full', 'port'] as const, 3))(
  'R1 R2 a driver whose ensure is %s three times makes one server in the end',
  async (fault) => {
    fixture.driver.fail('ensure', fault, 3)
    const { id } = await fixture.rental()
    await fixture.pass(5 * minute)
    expect([await fixture.state(id), fixture.live(id)]).toEqual(['running', [expect.any(String)]])
    expect(fixture.machines.resources).toHaveLength(1)
  },
)

test.each(sampleCases(['silent', 'lost', 'broken', 'hang', 'stuck'] as const, 2, 1))(
  'R3 a driver whose remove is %s is asked again until nothing is there',
  async (fault) => {
    const { id } = await fixture.running({ termMs: hour })
    fixture.driver.fail('remove', fault, 2)
    await fixture.pass(hour + 10 * minute)
    expect([await fixture.state(id), fixture.machines.resources]).toEqual(['terminated', []])
  },
)

test('R3 a rental whose result was not written continues from there', async () => {
  const { id } = await fixture.rental()
  let left = 60
  fixture.at = () => {
    left -= 1
    if (left > 0 && left % 4 === 0) throw new Error('the process died')
  }
  for (let life = 0; life < 30; life += 1) {
    await reconcileDue(fixture.another()).catch(() => undefined)
    fixture.context.clock.advance(100_000)
  }
  expect([await fixture.state(id), fixture.live(id)]).toEqual(['running', ['g1 on one']])
})

test('R5 an existing instance is adopted and not created again', async () => {
  const { id } = await fixture.rental()
  fixture.at = (step) => {
    if (step === 'create-done') throw new Error('the process died')
  }
  await fixture.run().catch(() => undefined)
  const [created] = fixture.machines.liveOf(id)
  fixture.at = () => undefined
  fixture.context.clock.advance(100_000)
  await fixture.run()
  expect(await fixture.state(id)).toBe('running')
  expect(fixture.machines.resources).toEqual([created])
  expect(fixture.driver.calls.filter((call) => call.startsWith('ensure'))).toHaveLength(2)
})

test('R8 of many reconcilers at once one has a rental', async () => {
  for (let number = 0; number < 12; number += 1) await fixture.rental()
  await Promise.all(Array.from({ length: 4 }, () => reconcileDue(fixture.another())))
  expect(fixture.machines.resources).toHaveLength(12)
  expect(new Set(fixture.machines.resources.map(({ rentalId }) => rentalId)).size).toBe(12)
  expect(fixture.driver.calls.filter((call) => call.startsWith('ensure'))).toHaveLength(12)
})

test('R8 a worker that held a rental for too long writes nothing', async () => {
  const { id } = await fixture.rental()
  await fixture.run()
  await fixture.restart(id)
  const [slow] = await claimDue()
  if (!slow) throw new Error('nothing was due')
  fixture.context.clock.advance(100_000)
  let isOvertaken = false
  fixture.at = async (step) => {
    if (step !== 'restart-done' || isOvertaken) return
    isOvertaken = true
    await fixture.change(id, { expires_at: fixture.context.clock.now() })
    await reconcileDue(fixture.another())
  }
  await expect(reconcileOnce(fixture.fleet, slow)).rejects.toThrow(ClaimLost)
  expect(isOvertaken).toBe(true)
  expect([await fixture.state(id), fixture.machines.resources]).toEqual(['terminated', []])
})

test('R8 R4 what a late holder makes after the end is found and removed', async () => {
  const { id } = await fixture.rental()
  const [slow] = await claimDue()
  if (!slow) throw new Error('nothing was due')
  await reconcileOnce(fixture.fleet, slow)
  const [late] = await claimDue()
  if (!late) throw new Error('nothing was due')
  fixture.at = async (step) => {
    if (step !== 'create-begins') return
    fixture.at = () => undefined
    fixture.context.clock.advance(100_000)
    await fixture.change(id, { revoked_at: fixture.context.clock.now() })
    await reconcileDue(fixture.another())
  }
  await expect(reconcileOnce(fixture.fleet, late)).rejects.toThrow(ClaimLost)
  expect([await fixture.state(id), fixture.live(id)]).toEqual(['terminated', ['g1 on one']])
  await fixture.pass(5 * minute)
  expect(fixture.machines.resources).toEqual([])
  expect(await fixture.lines(id)).toContain('left over, removed')
})

test('R10 a port is not reused until its instance was seen to be removed', async () => {
  const onePort = await ReconcilerFixture.open([{ name: 'one', ports: { first: 27_200, last: 27_200 } }])
  const { id } = await onePort.running({ termMs: hour })
  onePort.driver.fail('remove', 'broken', 3)
  onePort.context.clock.advance(hour)
  const next = await onePort.rental()
  await onePort.run()
  expect([await onePort.state(id), await onePort.state(next.id)]).toEqual(['terminating', 'creating'])
  await onePort.pass(5 * minute)
  expect([await onePort.state(id), await onePort.state(next.id)]).toEqual(['terminated', 'running'])
  await onePort.close()
})

test('R10 a removal is believed once nothing is seen there any more', async () => {
  const { id } = await fixture.running()
  fixture.driver.fail('remove', 'lies', 2)
  await fixture.change(id, { revoked_at: fixture.context.clock.now() })
  await fixture.run()
  expect(await fixture.state(id)).toBe('terminating')
  await fixture.pass(minute, { watch: false })
  expect([await fixture.state(id), fixture.machines.resources]).toEqual(['terminated', []])
})

test('R12 a game server is configured over RCON after every start', async () => {
  const { id } = await fixture.running()
  expect(fixture.game.configurations).toBe(1)
  await fixture.restart(id)
  await fixture.run()
  expect(fixture.game.configurations).toBe(2)
})

test('R10 a port that another program uses is left alone, and another one is found', async () => {
  for (const machine of fixture.machines.all) machine.taken.add(27_200).add(27_201)
  const { id } = await fixture.rental()
  await fixture.pass(minute)
  const [current] = await fixture.instances(id)
  expect(current).toMatchObject({ state: 'ready', port: 27_202 })
})

test.runIf(isProving)('R10 fifty at once have fifty ports', async () => {
  for (let number = 0; number < 50; number += 1) await fixture.rental()
  await Promise.all([reconcileDue(fixture.fleet), reconcileDue(fixture.another())])
  await fixture.pass(minute)
  const ports = fixture.machines.resources.map(({ hostName, port }) => `${hostName} ${port}`)
  expect([new Set(ports).size, fixture.machines.liveOf('').length]).toEqual([50, 0])
})

test('R12 the last password holds after each change, crash, restart and silence of the game', async () => {
  const { id } = await fixture.running()
  const getPassword = () => fixture.machines.liveOf(id)[0]?.config?.password
  await fixture.password(id, 'second22')
  await fixture.run()
  expect(getPassword()).toBe('second22')
  fixture.game.deafFor = 3
  await fixture.password(id, 'third333')
  fixture.driver.during('configure', () => fixture.password(id, 'fourth44'))
  await fixture.pass(minute)
  expect(getPassword()).toBe('fourth44')
  const [one] = fixture.machines.liveOf(id)
  if (one) fixture.machines.crash(one)
  await fixture.password(id, 'fifth555')
  await fixture.run()
  expect(getPassword()).toBe('fifth555')
  await fixture.password(id, 'sixth666')
  await fixture.restart(id)
  await fixture.pass(minute)
  expect([getPassword(), await fixture.state(id)]).toEqual(['sixth666', 'running'])
})

test('R12 neither the history nor a reported problem contains a secret', async () => {
  fixture.driver.fail('ensure', 'broken', 2)
  const { id } = await fixture.rental()
  await fixture.pass(minute)
  const lines = await fixture.context.database.selectFrom('rental_lines').selectAll().execute()
  expect(lines.length).toBeGreaterThan(3)
  for (const secret of ['pass1234', 'rcon1234', 'report1234'])
    expect(JSON.stringify([lines, await fixture.read(id)])).not.toContain(secret)
})
