import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { TestUser } from '../accounts/testing/test-users.ts'
import { type RentalPortalFixture, openRentalPortal } from './testing/rental-portal-fixture.ts'
import { ReconcilerFixture } from './testing/reconciler-fixture.ts'

const minute = 60_000
const day = 24 * 60 * minute
let fixture: RentalPortalFixture
let reconciler: ReconcilerFixture
let ann: TestUser

beforeAll(async () => {
  fixture = await openRentalPortal()
  reconciler = new ReconcilerFixture(fixture.context, [{ name: 'one' }, { name: 'two' }])
  ann = await fixture.person()
})
beforeEach(async () => {
  await fixture.clear()
  await reconciler.forget()
})
afterAll(() => fixture.close())

const post = (path: string, body: object) => fixture.call(ann, 'POST', `/scrim/${path}`, body)

test('G7 G12 G14 G18 G21 a server is bought, gets a password, is moved and restarted, ends and releases its address, and comes back', async () => {
  const { rental } = await fixture.rent(ann)
  const { id, number } = rental
  reconciler.machines.slowFor = 3
  await reconciler.pass(minute)
  reconciler.machines.slowFor = 0
  const server = await fixture.server(ann)
  expect(server).toMatchObject({ status: 'RUNNING', public_ip: expect.stringMatching(/^203\.0\.113\./) })
  const { ready_at: ready, created_at: created, expires_at: expires } = await fixture.rental(rental)
  const late = (ready?.getTime() ?? 0) - created.getTime()
  expect(late).toBeGreaterThan(0)
  expect(expires.getTime()).toBe(rental.expires_at.getTime() + late)
  await fixture.watch()
  expect(await fixture.vipEnds(ann)).toBe(expires.getTime())

  await post('change-password', { instance_id: number, password: 'word5678' })
  await reconciler.run()
  expect(reconciler.machines.liveOf(id)[0]?.config).toMatchObject({ password: 'word5678' })

  reconciler.machines.mayBeTwo.add(id)
  const moved = post(`server/${number}/switch-region`, { targetRegion: 'ap-tokyo' })
  await vi.waitUntil(async () => {
    await reconciler.run()
    return (await fixture.server(ann)).region === 'ap-tokyo'
  })
  expect((await moved).json()).toEqual({ success: true })
  await reconciler.pass(minute)
  expect(await fixture.server(ann)).toMatchObject({ status: 'RUNNING', switches_left: 1 })

  const before = reconciler.machines.liveOf(id)[0]?.run
  expect((await post('restart-server', { instance_id: number })).statusCode).toBe(200)
  await reconciler.pass(minute)
  expect(reconciler.machines.liveOf(id)[0]).toMatchObject({ config: { password: 'word5678' } })
  expect(reconciler.machines.liveOf(id)[0]?.run).not.toBe(before)

  await reconciler.pass(31 * day)
  expect(await fixture.server(ann)).toMatchObject({
    status: 'TERMINATED',
    isExpired: true,
    public_ip: '',
    server_port: null,
  })
  expect(reconciler.machines.liveOf(id)).toEqual([])
  await fixture.buy(ann, { instance_id: number, duration: '7d' })
  await reconciler.pass(minute)
  expect(await fixture.server(ann)).toMatchObject({
    status: 'RUNNING',
    region: 'ap-tokyo',
    sv_password: 'word5678',
    isExpired: false,
  })
  expect(reconciler.machines.wrongs).toEqual([])
})

test('G25 pay, no host, refund: a server that cannot be created is given up and its refund offered and made', async () => {
  for (const machine of reconciler.machines.all) machine.isSilent = true
  const { rental, orderId } = await fixture.rent(ann)
  await reconciler.pass(31 * minute)
  for (const machine of reconciler.machines.all) machine.isSilent = false
  expect(await fixture.server(ann)).toMatchObject({ status: 'FAILED', refund_offered: true })
  await fixture.watch()
  const alerts = await fixture.operator('GET', '/money-alerts')
  expect(alerts.json()).toMatchObject([{ kind: 'rental-failed', subject: rental.number }])
  expect((await post(`server/${rental.number}/refund`, {})).statusCode).toBe(200)
  await fixture.runDue()
  await reconciler.pass(10 * minute)
  const order = await fixture.call(ann, 'GET', `/payment/orders/${orderId}`)
  expect(order.json()).toMatchObject({ status: 'refunded', refunded: 1_500 })
  expect(await fixture.servers(ann)).toEqual([])
  expect(reconciler.machines.liveOf(rental.id)).toEqual([])
})

test('H5 a running server whose order is refunded is removed with its demos', async () => {
  const { rental, orderId } = await fixture.rent(ann)
  await reconciler.pass(minute)
  expect(reconciler.machines.liveOf(rental.id)).toHaveLength(1)
  await fixture.refund(orderId)
  await reconciler.pass(minute)
  expect(reconciler.machines.liveOf(rental.id)).toEqual([])
  expect(reconciler.deleted).toContain(rental.id)
})
