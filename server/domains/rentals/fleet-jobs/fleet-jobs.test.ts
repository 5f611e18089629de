import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FleetJob } from '@clutch/contract/api/rentals/operator-fleet-jobs.ts'
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
  await fixture.context.database.deleteFrom('fleet_jobs').execute()
  await fixture.context.database.deleteFrom('hosts').execute()
  rental = await fixture.running(ann)
  await fixture.context.database
    .updateTable('rental_instances')
    .set({ host_name: 'local', ready_at: new Date(fixture.now) })
    .execute()
})
afterAll(() => fixture.close())

const host = async () => {
  const hosts = (await fixture.operator('GET', '/hosts')).json<
    { hostName: string; cordoned: number | null }[]
  >()
  return hosts.find(({ hostName }) => hostName === 'local')
}
const jobs = async () => (await fixture.operator('GET', '/fleet-jobs')).json<FleetJob[]>()
const waiting = () => ({
  number: rental.number,
  name: rental.name,
  state: 'waiting',
  players: null,
  problem: '',
})

test('J a host is cordoned since a time, and opened again', async () => {
  expect(await host()).toMatchObject({ cordoned: null })
  expect((await fixture.operator('PUT', '/hosts/local/cordon')).statusCode).toBe(204)
  const since = fixture.now
  fixture.context.clock.advance(minute)
  await fixture.operator('PUT', '/hosts/local/cordon')
  expect(await host()).toMatchObject({ cordoned: since })
  expect((await fixture.operator('DELETE', '/hosts/local/cordon')).statusCode).toBe(204)
  expect(await host()).toMatchObject({ cordoned: null })
  expect((await fixture.operator('PUT', '/hosts/nowhere/cordon')).json()).toMatchObject({
    code: 'host.not_found',
  })
})

test('G10 players cannot choose a cordoned region', async () => {
  const regions = async () =>
    (await fixture.call(ann, 'GET', '/scrim/available-regions')).json<{
      regions: { region: string; available: boolean }[]
    }>().regions
  const isAvailable = async () => (await regions()).find(({ region }) => region === 'ap-shanghai')?.available
  expect(await isAvailable()).toBe(true)
  expect((await fixture.operator('PUT', '/regions/ap-shanghai/cordon')).statusCode).toBe(204)
  expect(await isAvailable()).toBe(false)
  expect((await fixture.order(ann)).json()).toMatchObject({ code: 'region.unavailable' })
  expect((await fixture.operator('DELETE', '/regions/ap-shanghai/cordon')).statusCode).toBe(204)
  expect(await isAvailable()).toBe(true)
  expect((await fixture.operator('PUT', '/regions/zz-nowhere/cordon')).json()).toMatchObject({
    code: 'region.not_found',
  })
})

test('J a drain cordons its host, lists the servers, gets a deadline and is cancelled', async () => {
  const drain = await fixture.operator('POST', '/hosts/local/drain', {})
  const { id } = drain.json<FleetJob>()
  expect(await jobs()).toEqual([
    {
      id,
      kind: 'drain',
      hostName: 'local',
      region: null,
      started: fixture.now,
      deadline: null,
      parallel: 2,
      cancelled: null,
      ended: null,
      servers: [waiting()],
    },
  ])
  expect(await host()).toMatchObject({ cordoned: fixture.now })
  expect((await fixture.operator('POST', '/hosts/local/drain', {})).json()).toMatchObject({
    code: 'host.draining',
  })
  expect((await fixture.operator('DELETE', '/hosts/local/cordon')).json()).toMatchObject({
    code: 'host.draining',
  })
  expect(await host()).toMatchObject({ cordoned: fixture.now })
  expect((await fixture.operator('PUT', `/fleet-jobs/${id}/deadline`, { minutes: 4 })).statusCode).toBe(400)
  const set = await fixture.operator('PUT', `/fleet-jobs/${id}/deadline`, { minutes: 30 })
  expect(set.json()).toMatchObject({ deadline: fixture.now + 30 * minute })
  const cancelled = await fixture.operator('POST', `/fleet-jobs/${id}/cancel`)
  expect(cancelled.json()).toMatchObject({
    cancelled: fixture.now,
    ended: fixture.now,
    servers: [{ state: 'cancelled' }],
  })
  expect((await fixture.operator('POST', `/fleet-jobs/${id}/cancel`)).json()).toMatchObject({
    code: 'job.over',
  })
  expect((await fixture.operator('DELETE', '/hosts/local/cordon')).statusCode).toBe(204)
})

test('J servers are restarted by host, by region or by number, and by one of these', async () => {
  const restart = (body: object) => fixture.operator('POST', '/fleet-jobs/restart', body)
  for (const body of [{ hostName: 'local' }, { region: 'ap-shanghai' }, { numbers: [rental.number] }])
    expect((await restart(body)).json()).toMatchObject({ kind: 'restart', servers: [waiting()] })
  expect(await jobs()).toHaveLength(3)
  expect((await restart({ region: 'ap-seoul' })).json()).toMatchObject({ servers: [], ended: fixture.now })
  for (const [body, code] of [
    [{}, 'request.invalid'],
    [{ hostName: 'local', region: 'ap-shanghai' }, 'request.invalid'],
    [{ numbers: [] }, 'request.invalid'],
    [{ hostName: 'local', parallel: 11 }, 'request.invalid'],
    [{ hostName: 'nowhere' }, 'host.not_found'],
    [{ region: 'zz-nowhere' }, 'region.not_found'],
    [{ numbers: [rental.number, 'sv-000000'] }, 'rental.not_found'],
  ] as const)
    expect((await restart(body)).json()).toMatchObject({ code })
  expect(await jobs()).toHaveLength(4)
})

test('J of the servers of a restart only those are taken that run another version than is installed', async () => {
  const { database } = fixture.context
  const restart = (body: object) => fixture.operator('POST', '/fleet-jobs/restart', body)
  const update = () => restart({ numbers: [rental.number], outdated: true })
  expect((await update()).json()).toMatchObject({ code: 'rental.up_to_date' })
  await fixture.operator('PUT', '/hosts/local/cordon')
  await database.updateTable('hosts').set({ installed_version: '1.41.3.2' }).execute()
  await database.updateTable('rental_instances').set({ game_version: '1.41.3.2' }).execute()
  expect((await update()).json()).toMatchObject({ code: 'rental.up_to_date' })
  expect(await jobs()).toEqual([])
  await database.updateTable('rental_instances').set({ game_version: '1.41.3.1' }).execute()
  expect((await restart({ numbers: ['sv-000000'], outdated: true })).json()).toMatchObject({
    code: 'rental.not_found',
  })
  expect((await update()).json<FleetJob>()).toMatchObject({ kind: 'restart', servers: [waiting()] })
})
