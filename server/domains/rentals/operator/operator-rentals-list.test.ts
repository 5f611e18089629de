import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Reply } from '@clutch/contract/api/call.ts'
import type { operatorListRentals } from '@clutch/contract/api/rentals/operator-rentals.ts'
import { toCommunityDay } from '@clutch/contract/rules/shared/community-day.ts'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { getRentalCounts } from './rental-counts.service.ts'
import { insertSighting } from '../../leaderboard/testing/player-sighting.ts'
import type { RentalRow } from '../rentals.store.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

const hour = 3_600_000
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

const find = async (query: string) => {
  const { rows, total } = (await fixture.operator('GET', `/rentals?${query}`)).json<
    Reply<typeof operatorListRentals>
  >()
  expect(total).toBeGreaterThanOrEqual(rows.length)
  return rows.map(({ instance_id: id }) => id)
}

test('J G19 the operator finds servers by number, name, owner, status, region, kind and machine', async () => {
  const bob = await fixture.person()
  const other = await fixture.running(bob, {
    serverName: '夜猫一号',
    region: 'ap-tokyo',
    isRelocatable: false,
  })
  await fixture.write(other, { state: 'lost' })
  await fixture.context.database
    .updateTable('rental_instances')
    .set({ host_name: 'far' })
    .where('rental_id', '=', other.id)
    .execute()
  await fixture.context.database
    .updateTable('users')
    .set({ username: 'Bob 100%' })
    .where('steam_id', '=', bob.steamId)
    .execute()
  const both = [other.number, rental.number]
  await insertSighting(fixture.context, ann.steamId, '小安')
  expect(await find(`find=${encodeURIComponent('小安')}`)).toEqual([rental.number])
  expect(await find('')).toEqual(both)
  expect(await find(`find=${rental.number.slice(3, 7)}`)).toEqual([rental.number])
  expect(await find(`find=${rental.number.toUpperCase()}`)).toEqual([rental.number])
  expect(await find(`find=${encodeURIComponent('夜')}`)).toEqual([other.number])
  expect(await find('find=NIGHT')).toEqual([rental.number])
  expect(await find(`find=${bob.steamId}`)).toEqual([other.number])
  expect(await find('find=bob')).toEqual([other.number])
  expect(await find('find=%25')).toEqual([other.number])
  expect(await find('find=_')).toEqual([])
  expect(await find(`owner=${bob.steamId}`)).toEqual([other.number])
  expect(await find('status=LOST')).toEqual([other.number])
  expect(await find('region=ap-shanghai')).toEqual([rental.number])
  expect(await find('kind=fixed')).toEqual([other.number])
  expect(await find('kind=relocatable')).toEqual([rental.number])
  expect(await find('hostName=far')).toEqual([other.number])
  expect(await find('trouble=true')).toEqual([other.number])
  expect(await find('trouble=false')).toEqual([rental.number])
  expect(await find('region=ap-shanghai&kind=fixed')).toEqual([])
})

test('J G19 servers are sorted, paged and counted; an invalid query is refused', async () => {
  const bob = await fixture.person()
  fixture.context.clock.advance(hour)
  const short = await fixture.running(bob, { duration: '7d' })
  const pageOf = async (query: string) =>
    (await fixture.operator('GET', `/rentals?${query}`)).json<Reply<typeof operatorListRentals>>()
  expect(await find('sort=created&direction=asc')).toEqual([rental.number, short.number])
  expect(await find('sort=expires&direction=asc')).toEqual([short.number, rental.number])
  expect(await find('sort=expires')).toEqual([rental.number, short.number])
  const second = await pageOf('size=1&page=2')
  expect(second).toMatchObject({ total: 2, rows: [{ instance_id: rental.number }] })
  expect(await pageOf('size=1&page=3')).toEqual({ total: 2, rows: [] })
  for (const wrong of [
    'sort=owner',
    'size=201',
    'size=0',
    'page=0',
    'page=1e9',
    'direction=up',
    'status=GONE',
    'region=x',
    'kind=any',
    'trouble=maybe',
    'owner=1',
    'find=%00',
    'find=%0A',
    `find=${'x'.repeat(81)}`,
  ])
    expect([wrong, (await fixture.operator('GET', `/rentals?${wrong}`)).statusCode]).toEqual([wrong, 400])
})

test('J the overview counts servers that run, end today in Shanghai, and have problems', async () => {
  const { database, clock } = fixture.context
  const counted = () => getRentalCounts(database, clock.now())
  expect(await counted()).toEqual({ active: 1, endToday: 0, trouble: 0 })
  const dayEnd = Date.parse(`${toCommunityDay(fixture.now)}T24:00:00+08:00`)
  await fixture.write(rental, { expires_at: new Date(dayEnd - 1), problem: 'port taken' })
  expect(await counted()).toEqual({ active: 1, endToday: 1, trouble: 1 })
  await fixture.write(rental, { expires_at: new Date(dayEnd), state: 'lost', problem: '' })
  expect(await counted()).toEqual({ active: 1, endToday: 0, trouble: 1 })
  await fixture.write(rental, {
    expires_at: new Date(fixture.now),
    state: 'terminated',
    problem: 'port taken',
  })
  expect(await counted()).toEqual({ active: 0, endToday: 0, trouble: 0 })
  await fixture.write(rental, {
    expires_at: new Date(dayEnd),
    state: 'failed',
    failed_at: new Date(fixture.now),
  })
  expect(await counted()).toEqual({ active: 0, endToday: 0, trouble: 1 })
  await fixture.write(rental, { revoked_at: new Date(fixture.now) })
  expect(await counted()).toEqual({ active: 0, endToday: 0, trouble: 0 })
})

test('R7 the configured hosts are listed, and one that is no longer configured but has instances', async () => {
  const { database } = fixture.context
  const listed = new Date(fixture.now)
  await database
    .insertInto('hosts')
    .values({
      host_name: 'local',
      driver: 'process',
      listed_at: listed,
      problem: 'not reached',
      machine_memory_mb: 5_120,
      machine_cpus: 4,
    })
    .execute()
  await fixture.stand(await fixture.running(ann))
  await database
    .updateTable('rental_instances')
    .set({ host_name: 'gone' })
    .where('generation', '=', 2)
    .execute()
  const hosts = await fixture.operator('GET', '/hosts')
  await database.deleteFrom('hosts').execute()
  expect(hosts.json()).toMatchObject([
    {
      hostName: 'gone',
      instances: 1,
      regions: [],
      listed: null,
      standing: [{ name: 'Night owls' }],
      classes: [],
    },
    {
      hostName: 'local',
      driver: 'process',
      instances: 2,
      regions: ['*'],
      listed: fixture.now,
      problem: 'not reached',
      classes: ['standard', 'performance'],
      used: { servers: 2, memoryMb: 0, cpus: 0 },
      limits: { servers: 200, memoryMb: 4_096, cpus: 4 },
    },
  ])
})
