import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RentalRow } from '../../../rentals.store.ts'
import { ReconcilerFixture } from '../../../testing/reconciler-fixture.ts'

const minute = 60_000

let fixture: ReconcilerFixture
let rental: RentalRow
beforeAll(async () => {
  fixture = await ReconcilerFixture.open([{ name: 'one' }])
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.forget()
  rental = await fixture.running()
  await fixture.look()
})

function getGame() {
  const [one] = fixture.machines.liveOf(rental.id)
  if (one?.config == null) throw new Error('it does not run')
  return { one, config: one.config }
}

/** What someone on the server does by its console; its files stay. */
function changeInside(change: { rconPassword?: string; reportSecret?: string }): void {
  const { one, config } = getGame()
  one.config = { ...config, ...change }
}

const refusedAt = async () => (await fixture.instances(rental.id))[0]?.refused_at ?? null

test('R12 a log address that was changed in the game is set again within minutes, without a restart', async () => {
  const { config } = getGame()
  getGame().one.players = 4
  changeInside({ reportSecret: 'another' })
  await fixture.pass(6 * minute)
  expect(getGame().config).toEqual(config)
  expect(getGame().one).toMatchObject({ players: 4, restarts: [] })
  expect(await fixture.lines(rental.id)).toContain('log address restored')
})

test('R12 a console password that was changed in the game is restored by a restart, once the server is empty', async () => {
  getGame().one.players = 4
  changeInside({ rconPassword: 'mine' })
  await fixture.pass(30 * minute)
  expect(getGame().one).toMatchObject({ players: 4, restarts: [] })
  expect(await refusedAt()).not.toBeNull()
  expect(await fixture.state(rental.id)).toBe('running')
  expect((await fixture.read(rental.id)).outage_at).toBeNull()

  getGame().one.players = 0
  await fixture.pass(2 * minute)
  expect(getGame().one.restarts).toEqual([expect.stringMatching(/^refused-\d+$/)])
  expect(getGame().config.rconPassword).not.toBe('mine')
  expect([await refusedAt(), await fixture.state(rental.id)]).toEqual([null, 'running'])
  expect(await fixture.lines(rental.id)).toEqual(
    expect.arrayContaining(['password refused', 'restarted, refused its password']),
  )
})

test('R12 a map change that brings the password back needs no restart', async () => {
  getGame().one.players = 4
  const { rconPassword } = getGame().config
  changeInside({ rconPassword: 'mine' })
  await fixture.pass(10 * minute)
  expect(await refusedAt()).not.toBeNull()
  changeInside({ rconPassword })
  getGame().one.players = 0
  await fixture.pass(2 * minute)
  expect([await refusedAt(), getGame().one.restarts]).toEqual([null, []])
})

test('R12 a change of the owner reaches a server with another console password once it has the right one', async () => {
  getGame().one.players = 4
  changeInside({ rconPassword: 'mine' })
  await fixture.password(rental.id, 'fresh1')
  await fixture.pass(10 * minute)
  expect(getGame().config.password).not.toBe('fresh1')
  getGame().one.players = 0
  await fixture.pass(2 * minute)
  expect(getGame().config).toMatchObject({ password: 'fresh1' })
  expect((await fixture.read(rental.id)).confirmed_rev).toBe((await fixture.read(rental.id)).rev)
})
