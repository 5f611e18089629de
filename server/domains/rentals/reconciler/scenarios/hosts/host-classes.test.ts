import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Host } from '../../../drivers/driver.ts'
import { ReconcilerFixture } from '../../../testing/reconciler-fixture.ts'
import { findPlacement } from '../../actions/instance/place-instance.ts'
import { reconcileDue } from '../../reconcile-due.ts'
import type { RentalFacts } from '../../facts/rental-facts.ts'

const minute = 60_000
const needs = { memoryMb: 4_096, cpus: 1, pinnedCores: null }
const served = { ...needs, isServed: true }
const refused = { ...needs, isServed: false }
const noLimits = { memoryMb: null, cpus: null }

let fixture: ReconcilerFixture
afterEach(() => fixture.close())

/** Hosts whose machines are known. */
async function open(hosts: readonly (Partial<Host> & { name: string })[]): Promise<void> {
  fixture = await ReconcilerFixture.open(hosts)
  await fixture.look()
}

const placeOf = async (id: string) =>
  (await fixture.instances(id)).map(({ host_name: host, host_class: hostClass }) => `${hostClass} on ${host}`)

test('R1 a relocatable rental is placed on a host of its class, and waits where that is full', async () => {
  await open([
    { name: 'plain', classes: { standard: served, performance: refused } },
    { name: 'fast', classes: { standard: refused, performance: served }, most: 1 },
  ])
  const fixed = await fixture.running({ relocatable: false })
  const first = await fixture.running()
  expect([await placeOf(fixed.id), await placeOf(first.id)]).toEqual([
    ['standard on plain'],
    ['performance on fast'],
  ])
  const second = await fixture.rental()
  await fixture.pass(10 * minute)
  expect(await fixture.read(second.id)).toMatchObject({
    state: 'creating',
    problem: 'there is no room in ap-shanghai',
  })
  expect(await placeOf(second.id)).toEqual([])
  await fixture.change(first.id, { expires_at: fixture.context.clock.now() })
  await fixture.pass(10 * minute)
  expect(await placeOf(second.id)).toEqual(['performance on fast'])
})

test('R1 a server whose driver chooses the address is queried and shown there', async () => {
  await open([{ name: 'cluster', host: '', publicHost: '' }])
  fixture.driver.address = { host: '10.0.0.7', publicHost: '203.0.113.7', port: 27_207 }
  const { id } = await fixture.rental()
  await fixture.pass(minute)
  expect(await fixture.instances(id)).toMatchObject([
    { host: '10.0.0.7', public_host: '203.0.113.7', port: 27_207 },
  ])
  // The node gets another address while the game runs.
  fixture.driver.address = { host: '10.0.0.8', publicHost: '203.0.113.8', port: 27_207 }
  await fixture.pass(minute)
  expect(await fixture.instances(id)).toMatchObject([{ host: '10.0.0.8', public_host: '203.0.113.8' }])
})

test.each([
  ['memory', { limits: { memoryMb: 12_400, cpus: null } }],
  ['cores', { limits: { memoryMb: null, cpus: 3.5 } }],
  [
    'pinned cores',
    { limits: noLimits, classes: { standard: served, performance: { ...served, pinnedCores: 3 } } },
  ],
  ['what the machine has', { limits: noLimits }],
] as const)(
  'R8 placement never exceeds %s, with two workers and many rentals at once',
  async (_what, host) => {
    await open([{ name: 'one', classes: { standard: served, performance: served }, ...host }])
    await Promise.all(Array.from({ length: 7 }, () => fixture.rental()))
    await Promise.all([reconcileDue(fixture.another()), reconcileDue(fixture.another())])
    expect(fixture.machines.at('one').resources.size).toBe(3)
  },
)

test('R8 a host that turns out to have no port is released while the next one is held', async () => {
  const ports = { first: 27_100, last: 27_101 }
  await open([
    { name: 'full', ports, classes: { standard: served, performance: served } },
    { name: 'next', classes: { standard: served, performance: served } },
  ])
  const rental = await fixture.rental()
  const { database, clock } = fixture.context
  const now = clock.now()
  const until = new Date(now.getTime() + minute)
  for (let port = ports.first; port <= ports.last; port += 1)
    await database.insertInto('blocked_ports').values({ host_name: 'full', port, until }).execute()
  const lock = (host: string) =>
    sql`select host_name from hosts where host_name = ${host} for update nowait`.execute(database)
  await database.transaction().execute(async (tx) => {
    const facts = { rental, instances: [], now } as unknown as RentalFacts
    const found = await findPlacement(fixture.fleet, tx, facts, { region: rental.region, avoid: null })
    expect(found?.host.name).toBe('next')
    await expect(lock('next')).rejects.toThrow('could not obtain lock')
    expect((await lock('full')).rows).toHaveLength(1)
  })
})

test('R8 of a machine that has parts of cores, as a cluster counts them, whole servers are placed', async () => {
  fixture = await ReconcilerFixture.open([
    { name: 'one', classes: { standard: served, performance: served } },
  ])
  fixture.machines.at('one').machine = { memoryMb: 65_536, cpus: 3.5 }
  await fixture.look()
  await Promise.all(Array.from({ length: 7 }, () => fixture.rental()))
  await fixture.run()
  expect(fixture.machines.at('one').resources.size).toBe(3)
})

test('R8 nothing that is counted is placed before the machine is known', async () => {
  fixture = await ReconcilerFixture.open([
    { name: 'one', classes: { standard: served, performance: served } },
  ])
  const { id } = await fixture.rental()
  await fixture.run()
  expect(await placeOf(id)).toEqual([])
  await fixture.pass(2 * minute)
  expect(await placeOf(id)).toEqual(['performance on one'])
})
