import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getReach, reconcileDue } from '../reconcile-due.ts'
import { claimRentals } from '../claims.store.ts'
import { ClaimLost, reconcileOnce } from '../reconcile-once.ts'
import { ReconcilerFixture } from '../../testing/reconciler-fixture.ts'

const minute = 60_000
const hour = 60 * minute

vi.setConfig({ testTimeout: 60_000 })

let stage: ReconcilerFixture
beforeEach(async () => {
  stage = await ReconcilerFixture.open()
})
afterEach(() => stage.close())

/** What a process has that took a rental and is slow. */
async function claimDue(limit = 1) {
  const { database, clock } = stage.context
  return claimRentals(database, getReach(stage.fleet), clock.now(), limit)
}

test.each(['silent', 'lost', 'broken', 'hang', 'stuck', 'full', 'port'] as const)(
  'R1 R2 a driver whose ensure is %s three times makes one server in the end',
  async (fault) => {
    stage.driver.fail('ensure', fault, 3)
    const { id } = await stage.rental()
    await stage.pass(5 * minute)
    expect([await stage.state(id), stage.live(id)]).toEqual(['running', [expect.any(String)]])
    expect(stage.machines.resources).toHaveLength(1)
  },
)

test.each(['silent', 'lost', 'broken', 'hang', 'stuck'] as const)(
  'R3 a driver whose remove is %s is asked again until nothing is there',
  async (fault) => {
    const { id } = await stage.running({ termMs: hour })
    stage.driver.fail('remove', fault, 2)
    await stage.pass(hour + 10 * minute)
    expect([await stage.state(id), stage.machines.resources]).toEqual(['terminated', []])
  },
)

test('R3 a rental whose result was not written continues from there', async () => {
  const { id } = await stage.rental()
  let left = 60
  stage.at = () => {
    left -= 1
    if (left > 0 && left % 4 === 0) throw new Error('the process died')
  }
  for (let life = 0; life < 30; life += 1) {
    await reconcileDue(stage.another()).catch(() => undefined)
    stage.context.clock.advance(100_000)
  }
  expect([await stage.state(id), stage.live(id)]).toEqual(['running', ['g1 on one']])
})

test('R5 an existing instance is adopted and not created again', async () => {
  const { id } = await stage.rental()
  stage.at = (step) => {
    if (step === 'create-done') throw new Error('the process died')
  }
  await stage.run().catch(() => undefined)
  const [created] = stage.machines.liveOf(id)
  stage.at = () => undefined
  stage.context.clock.advance(100_000)
  await stage.run()
  expect(await stage.state(id)).toBe('running')
  expect(stage.machines.resources).toEqual([created])
  expect(stage.driver.calls.filter((call) => call.startsWith('ensure'))).toHaveLength(2)
})

test('R8 of many reconcilers at once one has a rental', async () => {
  for (let number = 0; number < 12; number += 1) await stage.rental()
  await Promise.all(Array.from({ length: 4 }, () => reconcileDue(stage.another())))
  expect(stage.machines.resources).toHaveLength(12)
  expect(new Set(stage.machines.resources.map(({ rentalId }) => rentalId)).size).toBe(12)
  expect(stage.driver.calls.filter((call) => call.startsWith('ensure'))).toHaveLength(12)
})

test('R8 a worker that held a rental for too long writes nothing', async () => {
  const { id } = await stage.rental()
  await stage.run()
  await stage.restart(id)
  const [slow] = await claimDue()
  if (!slow) throw new Error('nothing was due')
  stage.context.clock.advance(100_000)
  let isOvertaken = false
  stage.at = async (step) => {
    if (step !== 'restart-done' || isOvertaken) return
    isOvertaken = true
    await stage.change(id, { expires_at: stage.context.clock.now() })
    await reconcileDue(stage.another())
  }
  await expect(reconcileOnce(stage.fleet, slow)).rejects.toThrow(ClaimLost)
  expect(isOvertaken).toBe(true)
  expect([await stage.state(id), stage.machines.resources]).toEqual(['terminated', []])
})

test('R8 R4 what a late holder makes after the end is found and removed', async () => {
  const { id } = await stage.rental()
  const [slow] = await claimDue()
  if (!slow) throw new Error('nothing was due')
  await reconcileOnce(stage.fleet, slow)
  const [late] = await claimDue()
  if (!late) throw new Error('nothing was due')
  stage.at = async (step) => {
    if (step !== 'create-begins') return
    stage.at = () => undefined
    stage.context.clock.advance(100_000)
    await stage.change(id, { revoked_at: stage.context.clock.now() })
    await reconcileDue(stage.another())
  }
  await expect(reconcileOnce(stage.fleet, late)).rejects.toThrow(ClaimLost)
  expect([await stage.state(id), stage.live(id)]).toEqual(['terminated', ['g1 on one']])
  await stage.pass(5 * minute)
  expect(stage.machines.resources).toEqual([])
  expect(await stage.lines(id)).toContain('left over, removed')
})

test('R10 a port is not reused until its instance was seen to be removed', async () => {
  await stage.close()
  stage = await ReconcilerFixture.open([{ name: 'one', ports: { first: 27_200, last: 27_200 } }])
  const { id } = await stage.running({ termMs: hour })
  stage.driver.fail('remove', 'broken', 3)
  stage.context.clock.advance(hour)
  const next = await stage.rental()
  await stage.run()
  expect([await stage.state(id), await stage.state(next.id)]).toEqual(['terminating', 'creating'])
  await stage.pass(5 * minute)
  expect([await stage.state(id), await stage.state(next.id)]).toEqual(['terminated', 'running'])
})

test('R10 a removal is believed once nothing is seen there any more', async () => {
  const { id } = await stage.running()
  stage.driver.fail('remove', 'lies', 2)
  await stage.change(id, { revoked_at: stage.context.clock.now() })
  await stage.run()
  expect(await stage.state(id)).toBe('terminating')
  await stage.pass(minute, { watch: false })
  expect([await stage.state(id), stage.machines.resources]).toEqual(['terminated', []])
})

test('R12 a game server is configured over RCON after every start', async () => {
  const { id } = await stage.running()
  expect(stage.game.configurations).toBe(1)
  await stage.restart(id)
  await stage.run()
  expect(stage.game.configurations).toBe(2)
})

test('R10 a port that another program uses is left alone, and another one is found', async () => {
  for (const machine of stage.machines.all) machine.taken.add(27_200).add(27_201)
  const { id } = await stage.rental()
  await stage.pass(minute)
  const [current] = await stage.instances(id)
  expect(current).toMatchObject({ state: 'ready', port: 27_202 })
})

test('R10 fifty at once have fifty ports', async () => {
  for (let number = 0; number < 50; number += 1) await stage.rental()
  await Promise.all([reconcileDue(stage.fleet), reconcileDue(stage.another())])
  await stage.pass(minute)
  const ports = stage.machines.resources.map(({ hostName, port }) => `${hostName} ${port}`)
  expect([new Set(ports).size, stage.machines.liveOf('').length]).toEqual([50, 0])
})

test('R12 the last password holds after each change, crash, restart and silence of the game', async () => {
  const { id } = await stage.running()
  const getPassword = () => stage.machines.liveOf(id)[0]?.config?.password
  await stage.password(id, 'second22')
  await stage.run()
  expect(getPassword()).toBe('second22')
  stage.game.deafFor = 3
  await stage.password(id, 'third333')
  stage.driver.during('configure', () => stage.password(id, 'fourth44'))
  await stage.pass(minute)
  expect(getPassword()).toBe('fourth44')
  const [one] = stage.machines.liveOf(id)
  if (one) stage.machines.crash(one)
  await stage.password(id, 'fifth555')
  await stage.run()
  expect(getPassword()).toBe('fifth555')
  await stage.password(id, 'sixth666')
  await stage.restart(id)
  await stage.pass(minute)
  expect([getPassword(), await stage.state(id)]).toEqual(['sixth666', 'running'])
})

test('R12 neither the history nor a reported problem contains a secret', async () => {
  stage.driver.fail('ensure', 'broken', 2)
  const { id } = await stage.rental()
  await stage.pass(minute)
  const lines = await stage.context.database.selectFrom('rental_lines').selectAll().execute()
  expect(lines.length).toBeGreaterThan(3)
  for (const secret of ['pass1234', 'rcon1234', 'report1234'])
    expect(JSON.stringify([lines, await stage.read(id)])).not.toContain(secret)
})
