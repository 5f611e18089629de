import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GameUpdates } from '@clutch/contract/api/rentals/operator-game-updates.ts'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import type { RentalRow } from '../rentals.store.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

const minute = 60_000
let fixture: RentalPortalFixture
let ann: TestUser
let rental: RentalRow

beforeAll(async () => {
  fixture = await openRentalPortal()
  ann = await fixture.person()
})
beforeEach(async () => {
  await fixture.clear()
  rental = await fixture.running(ann)
})
afterAll(() => fixture.close())

const url = '/game-updates'
const updates = async () => (await fixture.operator('GET', url)).json<GameUpdates>()

/** The host of the rental has one version installed, and the rental's server reports one. */
async function write(installed: string | null, running: string | null, players = 0): Promise<void> {
  const { database, clock } = fixture.context
  const host = await database
    .selectFrom('rental_instances')
    .select('host_name')
    .where('rental_id', '=', rental.id)
    .executeTakeFirstOrThrow()
  const row = { installed_version: installed, installed_at: clock.now() }
  await database
    .insertInto('hosts')
    .values({ ...host, driver: 'process', ...row })
    .onConflict((conflict) => conflict.column('host_name').doUpdateSet(row))
    .execute()
  await database
    .updateTable('rental_instances')
    .set({ game_version: running, players })
    .where('rental_id', '=', rental.id)
    .execute()
}

test('J the operator sees which version each host has and each server runs', async () => {
  await write('1.41.3.2', '1.41.3.1', 4)
  const { hosts, hold, deadline } = await updates()
  expect(hosts).toEqual([
    {
      hostName: expect.any(String),
      installed: '1.41.3.2',
      since: fixture.now,
      outdated: false,
      update: null,
      servers: [
        { number: rental.number, name: rental.name, version: '1.41.3.1', players: 4, state: 'waiting' },
      ],
    },
  ])
  expect([hold, deadline]).toEqual([null, null])
})

test('J a hold has a reason and stays since it began; a deadline is between 5 minutes and a day', async () => {
  await write('1.41.3.2', '1.41.3.1', 4)
  await fixture.operator('PUT', `${url}/hold`, { reason: 'a match' })
  const since = fixture.now
  fixture.context.clock.advance(minute)
  await fixture.operator('PUT', `${url}/hold`, { reason: 'a tournament' })
  expect((await updates()).hold).toEqual({ since, reason: 'a tournament' })
  await fixture.operator('DELETE', `${url}/hold`)
  expect((await updates()).hold).toBeNull()

  for (const minutes of [4, 1441, 7.5, '30'])
    expect((await fixture.operator('PUT', `${url}/deadline`, { minutes })).statusCode).toBe(400)
  expect((await fixture.operator('PUT', `${url}/hold`, { reason: ' ' })).statusCode).toBe(400)
  const set = await fixture.operator('PUT', `${url}/deadline`, { minutes: 30 })
  expect(set.json()).toMatchObject({ deadline: fixture.now + 30 * minute })
  expect((await fixture.operator('DELETE', `${url}/deadline`)).json()).toMatchObject({ deadline: null })
})

test('J an install is updated on request where a command is configured, once at a time', async () => {
  await write('1.41.3.1', '1.41.3.1')
  const [{ hostName } = { hostName: '' }] = (await updates()).hosts
  const install = (name = hostName) => fixture.operator('POST', `${url}/hosts/${name}/install`)
  expect((await install()).json()).toMatchObject({ code: 'host.no_update_command' })
  Object.assign(fixture.context.config, { gameUpdateCommand: ['update'] })
  expect((await install('no-such-host')).json()).toMatchObject({ code: 'host.not_found' })
  const first = (await install()).json<GameUpdates>()
  expect(first).toMatchObject({ canInstall: true, hosts: [{ update: { state: 'running', output: '' } }] })
  fixture.context.clock.advance(minute)
  expect((await install()).json<GameUpdates>().hosts).toEqual(first.hosts)
  Object.assign(fixture.context.config, { gameUpdateCommand: undefined })
})

test('G5 the card of a server says that an update is ready, and by when it restarts', async () => {
  const card = async () => (await fixture.server(ann)).game_update
  expect(await card()).toBeNull()
  await write('1.41.3.1', '1.41.3.1')
  expect(await card()).toBeNull()
  await write('1.41.3.2', '1.41.3.1')
  expect(await card()).toEqual({ ready: true, restart_at: null })
  await fixture.operator('PUT', `${url}/deadline`, { minutes: 30 })
  expect(await card()).toEqual({ ready: true, restart_at: fixture.now + 30 * minute })
  await fixture.operator('PUT', `${url}/hold`, { reason: 'a match' })
  expect(await card()).toBeNull()
  await fixture.context.database.updateTable('game_version_check').set({ required_version: 14_132 }).execute()
  expect(await card()).toEqual({ ready: false, restart_at: null })
})
