import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { type RentalRow, notifyRentalChanged } from '../rentals.store.ts'
import type { RentalChangeFeed } from '../rental-changes.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'
import { waitForRegionSwitch } from './region-switch.service.ts'

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

const ask = (targetRegion = 'ap-tokyo') =>
  fixture.call(ann, 'POST', `/scrim/server/${rental.number}/switch-region`, { targetRegion })
const readSwitches = () =>
  fixture.context.database
    .selectFrom('rental_switches')
    .selectAll()
    .where('rental_id', '=', rental.id)
    .execute()

/** Waits until a switch runs, then ends it as the reconciler would. */
async function end(state: 'done' | 'failed', reason = ''): Promise<void> {
  const running = await vi.waitUntil(async () =>
    (await readSwitches()).find((one) => one.state === 'running'),
  )
  const region = state === 'done' ? running.to_region : rental.region
  const { database, clock } = fixture.context
  await database.transaction().execute(async (tx) => {
    const change = { state, reason, ended_at: clock.now() }
    await tx.updateTable('rental_switches').set(change).where('id', '=', running.id).execute()
    await tx.updateTable('rentals').set({ state: 'running', region }).where('id', '=', rental.id).execute()
    await notifyRentalChanged(tx, rental.id)
  })
}
const code = (answer: Awaited<ReturnType<typeof ask>>) => [
  answer.statusCode,
  answer.json<{ code?: string }>().code,
]

test('G18 a switch answers once the server runs in its target', async () => {
  const answer = ask()
  await vi.waitUntil(async () => (await readSwitches()).length > 0)
  expect(await fixture.server(ann)).toMatchObject({
    status: 'SWITCHING',
    region: 'ap-shanghai',
    switching: { region: 'ap-tokyo', region_name: { zh: '东京', en: 'Tokyo' }, since: fixture.now },
    steps: { queued: fixture.now, placed: null },
    switches_left: 1,
  })
  await end('done')
  expect((await answer).json()).toEqual({ success: true })
  expect(await fixture.server(ann)).toMatchObject({ region: 'ap-tokyo', switching: null, switches_left: 1 })
  expect(await readSwitches()).toMatchObject([
    { by_owner: true, from_region: 'ap-shanghai', to_region: 'ap-tokyo' },
  ])
})

test('G18 a switch that fails says so, and does not count', async () => {
  const answer = ask()
  await end('failed', 'it took too long')
  expect(code(await answer)).toEqual([424, 'switch.failed'])
  expect((await answer).json()).toMatchObject({ error: 'it took too long' })
  expect(await fixture.server(ann)).toMatchObject({ region: 'ap-shanghai', switches_left: 2 })
})

test('G18 a client that closes its connection ends the wait without an error, and the switch goes on', async () => {
  const { database } = fixture.context
  const answer = ask()
  const [running] = await vi.waitUntil(async () => {
    const found = await readSwitches()
    return found.length > 0 && found
  })
  const waiting = { id: running?.id ?? '', rentalId: rental.id }
  const changeFeed = { listen: () => () => undefined } as unknown as RentalChangeFeed
  const signals = { closed: AbortSignal.abort(), stop: AbortSignal.abort() }
  await waitForRegionSwitch({ database }, changeFeed, waiting, signals)
  const stopping = { ...signals, closed: new AbortController().signal }
  await expect(waitForRegionSwitch({ database }, changeFeed, waiting, stopping)).rejects.toMatchObject({
    code: 'portal.unavailable',
  })
  expect(await readSwitches()).toMatchObject([{ state: 'running' }])
  await end('done')
  expect((await answer).statusCode).toBe(200)
})

test('G18 twice a day of Asia/Shanghai, and no more', async () => {
  // 23:00 in Shanghai.
  const day = 24 * hour
  fixture.context.clock.advance(day - ((fixture.now + 9 * hour) % day))
  for (const region of ['ap-tokyo', 'ap-shanghai']) {
    const [answer] = await Promise.all([ask(region), end('done')])
    expect(answer.statusCode).toBe(200)
    rental = await fixture.rental(rental)
  }
  expect(await fixture.server(ann)).toMatchObject({ switches_left: 0 })
  const refused = await ask()
  expect(code(refused)).toEqual([409, 'switch.limit'])
  expect(refused.json()).toMatchObject({ error: 'Switch region limit exceeded' })
  fixture.context.clock.advance(hour)
  expect(await fixture.server(ann)).toMatchObject({ switches_left: 2 })
  const [answer] = await Promise.all([ask(), end('done')])
  expect(answer.statusCode).toBe(200)
})

test('G18 the target must be another one, and available', async () => {
  expect(code(await ask('ap-shanghai'))).toEqual([409, 'region.same'])
  expect(code(await ask('ap-seoul'))).toEqual([409, 'region.unavailable'])
  await fixture.operator('PUT', '/regions/ap-tokyo/maintenance', {})
  expect(code(await ask('ap-tokyo'))).toEqual([409, 'region.unavailable'])
  expect(code(await ask('ap-nowhere'))).toEqual([409, 'region.unavailable'])
  expect(code(await ask('No where'))).toEqual([400, 'request.invalid'])
  expect(await readSwitches()).toEqual([])
})

test('G18 of two clicks one moves; the place in the target is taken by it', async () => {
  await fixture.capacity('ap-tokyo', 1)
  const answers = [ask(), ask()]
  await end('done')
  expect(
    (await Promise.all(answers)).map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
  ).toEqual([200, 409])
  rental = await fixture.running(ann)
  expect(code(await ask())).toEqual([409, 'region.unavailable'])
})

test('G18 while a switch runs, its place in the target region is reserved', async () => {
  await fixture.capacity('ap-tokyo', 1)
  const answer = ask()
  await vi.waitUntil(async () => (await readSwitches()).length > 0)
  expect(await fixture.region('ap-tokyo')).toMatchObject({ used: 1 })
  const order = await fixture.order(ann, { region: 'ap-tokyo' })
  expect(order.json()).toMatchObject({ code: 'region.unavailable' })
  await end('failed')
  await answer
  expect(await fixture.region('ap-tokyo')).toMatchObject({ used: 0 })
})

test('G18 a caller who stops waiting does not stop the move', async () => {
  if (!fixture.app.server.listening) await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  const address = fixture.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const gone = new AbortController()
  const answer = fetch(`http://127.0.0.1:${port}/api/scrim/server/${rental.number}/switch-region`, {
    method: 'POST',
    headers: { ...ann.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ targetRegion: 'ap-tokyo' }),
    signal: gone.signal,
  })
  await vi.waitUntil(async () => (await readSwitches()).length > 0)
  gone.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
  expect(await readSwitches()).toMatchObject([{ state: 'running' }])
  await end('done')
  expect(await fixture.server(ann)).toMatchObject({ region: 'ap-tokyo' })
})
