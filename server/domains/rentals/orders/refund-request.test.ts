import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

let fixture: RentalPortalFixture
let ann: TestUser

beforeAll(async () => {
  fixture = await openRentalPortal()
  ann = await fixture.person()
})
beforeEach(() => fixture.clear())
afterAll(() => fixture.close())

const ask = (number: string, person = ann) =>
  fixture.call(person, 'POST', `/scrim/server/${number}/refund`, {})
const code = (answer: Awaited<ReturnType<typeof ask>>) => [
  answer.statusCode,
  answer.json<{ code?: string }>().code,
]
async function failed() {
  const { rental, orderId } = await fixture.rent(ann)
  fixture.context.clock.advance(30 * 60_000)
  return {
    rental: await fixture.write(rental, { state: 'failed', failed_at: new Date(fixture.now) }),
    orderId,
  }
}

test('G25 a server that could not be created is refunded whole and once, and removed', async () => {
  const { rental, orderId } = await failed()
  expect(await fixture.server(ann)).toMatchObject({ status: 'FAILED', refund_offered: true, steps: null })
  const answers = await Promise.all([ask(rental.number), ask(rental.number), ask(rental.number)])
  expect(answers.map(code).toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
    [200, undefined],
    [409, 'rental.no_refund'],
    [409, 'rental.no_refund'],
  ])
  expect(await fixture.server(ann)).toMatchObject({ refund_offered: false })
  await fixture.runDue()
  const order = await fixture.call(ann, 'GET', `/payment/orders/${orderId}`)
  expect(order.json()).toMatchObject({ status: 'refunded', refunded: 1_500 })
  expect(await fixture.servers(ann)).toEqual([])
  expect(await fixture.rental(rental)).toMatchObject({ revoked_at: new Date(fixture.now) })
  expect(await fixture.vipEnds(ann)).toBe(null)
})

test('G25 after a partial refund by an operator the rest is refunded', async () => {
  const { rental, orderId } = await failed()
  await fixture.operator('POST', `/orders/${orderId}/refund`, { amount: 500, reason: 'sorry' })
  expect((await ask(rental.number)).statusCode).toBe(200)
  await fixture.runDue()
  const order = await fixture.call(ann, 'GET', `/payment/orders/${orderId}`)
  expect(order.json()).toMatchObject({ status: 'refunded', refunded: 1_500 })
})

test('G25 a server that is being created, runs or ran is not refunded on request', async () => {
  const { rental } = await fixture.rent(ann)
  expect(code(await ask(rental.number))).toEqual([409, 'rental.no_refund'])
  await fixture.stand(rental)
  expect(code(await ask(rental.number))).toEqual([409, 'rental.no_refund'])
  expect(await fixture.context.database.selectFrom('refunds').selectAll().execute()).toEqual([])
})

test('G25 the operator is alerted once, and the owner’s page changes', async () => {
  const { rental } = await failed()
  await fixture.write(rental, { problem: 'no machine has room' })
  await Promise.all([fixture.watch(), fixture.watch()])
  await fixture.watch()
  const alerts = await fixture.operator('GET', '/money-alerts')
  expect(alerts.json()).toMatchObject([
    {
      kind: 'rental-failed',
      subject: rental.number,
      count: 1,
      detail: { owner: ann.steamId, region: 'ap-shanghai', problem: 'no machine has room' },
    },
  ])
})

test('G25 a server whose money is back alerts the operator no more', async () => {
  const { rental } = await failed()
  await fixture.watch()
  expect((await ask(rental.number)).statusCode).toBe(200)
  await fixture.runDue()
  expect((await fixture.rental(rental)).revoked_at).not.toBeNull()
  await fixture.watch()
  expect((await fixture.operator('GET', '/money-alerts')).json()).toEqual([])
})
