import { afterEach, beforeEach, expect, test } from 'vitest'
import type { App } from '../http/app.ts'
import { createTestHouse } from '../testing/house.ts'
import type { TestHouse } from '../testing/house.ts'
import { asOperator, createTestApp } from '../testing/http.ts'
import { groupsOf, membershipsChannel, registerAccounts } from './index.ts'

let house: TestHouse
let app: App
beforeEach(async () => {
  house = await createTestHouse()
  app = await createTestApp(house)
  registerAccounts(house, app)
})
afterEach(async () => {
  await app.close()
  await house.destroy()
})

const one = '76561197960265729'
const two = '76561197960265730'
const url = '/api/operator/memberships'
const list = async () => (await app.inject({ url, headers: asOperator })).json<object[]>()
const grant = (path: string, payload: object = {}) =>
  app.inject({ method: 'PUT', url: `${url}/${path}`, headers: asOperator, payload })
const revoke = (path: string) => app.inject({ method: 'DELETE', url: `${url}/${path}`, headers: asOperator })

test('C18 an operator grants, prolongs, lists and revokes groups', async () => {
  const expires = house.clock.now().getTime() + 60_000
  expect((await grant(`${one}/pro`)).json()).toEqual({ steamId: one, group: 'pro', expires: null })
  await grant(`${one}/vip`, { expires })
  await grant(`${two}/op`, { expires: expires + 1 })
  expect(await list()).toEqual([
    { steamId: one, group: 'pro', expires: null },
    { steamId: one, group: 'vip', expires },
    { steamId: two, group: 'op', expires: expires + 1 },
  ])
  await grant(`${one}/vip`, { expires: null })
  expect((await revoke(`${one}/pro`)).statusCode).toBe(204)
  expect((await revoke(`${one}/pro`)).statusCode).toBe(204)
  expect(await list()).toEqual([
    { steamId: one, group: 'vip', expires: null },
    { steamId: two, group: 'op', expires: expires + 1 },
  ])
})

test('C18 a membership is held until its end and not a moment longer; the highest group is told first', async () => {
  const held = async () => Object.fromEntries(await groupsOf(house.database, [one, two], house.clock.now()))
  await grant(`${one}/vip`)
  await grant(`${one}/kol`, { expires: house.clock.now().getTime() + 1_000 })
  await grant(`${one}/op`)
  expect(await held()).toEqual({ [one]: ['op', 'kol', 'vip'] })
  house.clock.advance(999)
  expect(await held()).toEqual({ [one]: ['op', 'kol', 'vip'] })
  house.clock.advance(1)
  expect(await held()).toEqual({ [one]: ['op', 'vip'] })
  expect(await list()).toHaveLength(2)
  expect(await groupsOf(house.database, [], house.clock.now())).toEqual(new Map())
})

test('C18 whoever follows memberships is woken by each change', async () => {
  let told = 0
  await house.database.listen(membershipsChannel, () => (told += 1))
  await grant(`${one}/pro`)
  await expect.poll(() => told).toBe(1)
  await revoke(`${one}/pro`)
  await expect.poll(() => told).toBe(2)
})

test.each([`${one}/normal`, `${one}/admin`, `1/pro`, `76561197960265728/pro`])(
  'C18 %s is no membership',
  async (path) => {
    expect((await grant(path)).statusCode).toBe(400)
    expect((await revoke(path)).statusCode).toBe(400)
  },
)

test.each([{ expires: -1 }, { expires: 1.5 }, { expires: 'never' }, { expires: 1e18 }, { until: 1 }])(
  'C18 a grant with %j is refused',
  async (payload) => {
    expect((await grant(`${one}/pro`, payload)).statusCode).toBe(400)
    expect(await list()).toEqual([])
  },
)
