import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { findReporterBySecret } from '../../events/index.ts'
import { openRentalSecret } from '../rental-secrets.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

const month = 30 * 24 * 3_600_000
let fixture: RentalPortalFixture
let ann: TestUser

beforeAll(async () => {
  fixture = await openRentalPortal()
  ann = await fixture.person()
})
beforeEach(() => fixture.clear())
afterAll(() => fixture.close())

const refused = async (other: Record<string, unknown>) => {
  const answer = await fixture.order(ann, other)
  return [answer.statusCode, answer.json<{ code: string }>().code]
}

test('G10 a paid server is made: its name tidied, its secrets sealed, its owner the first admin', async () => {
  const { rental, orderId } = await fixture.rent(ann, {
    serverName: '  夜猫   1 ',
    password: ' pass1234 ',
    nickname: 'Ann',
  })
  expect(rental).toMatchObject({
    number: expect.stringMatching(/^sv-[0-9a-z]{6}$/),
    owner: ann.steamId,
    name: '夜猫 1',
    admins: [{ steamid: ann.steamId, name: '', servername: 'Ann' }],
    relocatable: true,
    region: 'ap-shanghai',
    duration: '1m',
    state: 'creating',
    generation: 0,
    ready_at: null,
    expires_at: new Date(fixture.now + month),
    due_at: new Date(fixture.now),
  })
  const open = (secret: 'password' | 'rcon' | 'report') => {
    const sealed = { password: rental.password, rcon: rental.rcon_password, report: rental.report_secret }
    return openRentalSecret(fixture.context.keys, rental.id, secret, sealed[secret])
  }
  expect(open('password')).toBe('pass1234')
  expect(open('rcon')).toMatch(/^[0-9A-Za-z]{24}$/)
  const reporter = await findReporterBySecret(fixture.context.database, open('report'))
  expect(reporter).toEqual({ serverId: null, rentalId: rental.id })
  expect(await fixture.server(ann)).toMatchObject({
    instance_id: rental.number,
    instance_name: '夜猫 1',
    sv_password: 'pass1234',
    status: 'CREATING',
    steps: { queued: fixture.now, placed: null, starting: null, ready: null },
  })
  const response = await fixture.call(ann, 'GET', `/payment/orders/${orderId}`)
  expect(response.json()).toMatchObject({
    status: 'paid',
    fulfilled: true,
    productId: 'new_server',
    description: {
      zh: '练习服务器（1 个月，可换地区）',
      en: 'Practice server, 1 month, region can be switched',
    },
  })
})

test('H7 the password of an order is stored nowhere in plain text, and no order shows it', async () => {
  const password = 'seekme77'
  const orderId = await fixture.buy(ann, { password })
  const { database } = fixture.context
  for (const table of [
    'orders',
    'rentals',
    'rental_orders',
    'rental_lines',
    'money_steps',
    'payment_attempts',
  ] as const)
    expect(JSON.stringify(await database.selectFrom(table).selectAll().execute())).not.toContain(password)
  const responses = [
    await fixture.call(ann, 'GET', `/payment/orders/${orderId}`),
    await fixture.operator('GET', `/orders/${orderId}`),
    await fixture.operator('GET', '/orders'),
    await fixture.operator('GET', '/rentals'),
  ]
  for (const answer of responses) expect(answer.body).not.toMatch(/seekme77|"options"|sv_password/)
})

test('H2 the same key with the same contents is the same order, also with a password in it', async () => {
  const options = JSON.stringify({
    serverName: 'Night owls',
    password: 'pass1234',
    region: 'ap-shanghai',
    duration: '1m',
    paymentMethod: 'alipay',
    isRelocatable: true,
  })
  const order = (text: string) =>
    fixture.call(ann, 'POST', '/payment/orders', {
      currency: 'CNY',
      productType: 'server_rental',
      productId: 'new_server',
      options: text,
      key: '6a2f41a3-c54c-4ca8-b1e0-3d1c7a4f1d11',
    })
  const first = (await order(options)).json<{ id: string }>()
  expect((await order(options)).json()).toEqual(first)
  expect((await order(options.replace('pass1234', 'pass1235'))).json()).toMatchObject({
    code: 'order.key_reused',
  })
})

test.each([
  [{ serverName: '' }, 'rental.name_required'],
  [{ serverName: '  ' }, 'rental.name_required'],
  [{ serverName: 'ab' }, 'rental.name_length'],
  [{ serverName: 'a'.repeat(17) }, 'rental.name_length'],
  [{ serverName: 'quit;"x' }, 'rental.name_invalid'],
  [{ password: ' ' }, 'rental.password_required'],
  [{ password: 'abc' }, 'rental.password_length'],
  [{ password: 'a'.repeat(17) }, 'rental.password_length'],
  [{ password: 'pass 12' }, 'rental.password_invalid'],
  [{ duration: '2m' }, 'request.invalid'],
  [{ paymentMethod: 'cash' }, 'request.invalid'],
  [{ isRelocatable: 'yes' }, 'request.invalid'],
  [{ amount: 1 }, 'request.invalid'],
])('G10 a new server with %j is refused: %s', async (other, code) => {
  expect(await refused(other)).toEqual([400, code])
})

test.each(['ap-seoul', 'eu-nowhere', ''])('G10 no server is sold for the region %j', async (region) => {
  expect(await refused({ region })).toEqual([409, 'region.unavailable'])
})

test('G10 G20 no server is sold for a region that is full or under maintenance', async () => {
  await fixture.capacity('ap-tokyo', 1)
  expect((await fixture.order(ann, { region: 'ap-tokyo' })).statusCode).toBe(200)
  await fixture.buy(ann, { region: 'ap-tokyo' })
  expect(await refused({ region: 'ap-tokyo' })).toEqual([409, 'region.unavailable'])
  await fixture.operator('PUT', '/regions/ap-shanghai/maintenance', {})
  expect(await refused({})).toEqual([409, 'region.unavailable'])
})

test('G11 PayPal pays no term below a week', async () => {
  const answer = await fixture.order(ann, { duration: '3d' }, 'paypal')
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'request.invalid'])
  expect((await fixture.order(ann, { duration: '7d' }, 'paypal')).statusCode).toBe(200)
})

test('A10 nothing is sold while the feature is off', async () => {
  await fixture.operator('PATCH', '/portal', { features: { pracc: { enabled: false } } })
  const answer = await refused({})
  await fixture.operator('PATCH', '/portal', { features: { pracc: { enabled: true } } })
  expect(answer).toEqual([404, 'portal.feature_off'])
})

test('H2 the options as JSON text (document 2 §3) order the same, and are refused by the same rules', async () => {
  const options = {
    duration: '1m',
    paymentMethod: 'alipay',
    isRelocatable: true,
    serverName: 'Night owls',
    password: 'pass1234',
    region: 'ap-shanghai',
  }
  const send = (sent: unknown, path = 'orders') =>
    fixture.call(ann, 'POST', `/payment/${path}`, {
      currency: 'CNY',
      productType: 'server_rental',
      productId: 'new_server',
      options: sent,
    })
  const quotes = [await send(options, 'quote'), await send(JSON.stringify(options), 'quote')]
  expect(quotes.map((quote) => quote.statusCode)).toEqual([200, 200])
  expect(quotes[0]?.json()).toEqual(quotes[1]?.json())
  for (const sent of [options, JSON.stringify(options)]) {
    const { id } = (await send(sent)).json<{ id: string }>()
    await fixture.pay(await fixture.begin(ann, id))
  }
  const rentals = await fixture.context.database.selectFrom('rentals').select(['name', 'region']).execute()
  expect(rentals).toEqual(Array.from({ length: 2 }, () => ({ name: 'Night owls', region: 'ap-shanghai' })))
  const unknown = { ...options, slots: 12 }
  for (const sent of [unknown, JSON.stringify(unknown), { ...options, region: undefined }])
    expect((await send(sent)).json()).toMatchObject({ code: 'request.invalid' })
})

test('H2 nothing else is sold as a rental, and an order requires a session', async () => {
  const payload = {
    currency: 'CNY',
    productType: 'server_rental',
    productId: 'own_server',
    options: '{}',
  }
  const other = await fixture.call(ann, 'POST', '/payment/orders', payload)
  expect(other.json()).toMatchObject({ code: 'product.not_sold' })
  const refused = await fixture.app.inject({ method: 'POST', url: '/api/payment/orders', payload })
  expect(refused.statusCode).toBe(401)
})

test('H5 an order that is delivered again is one server', async () => {
  const { rental, orderId } = await fixture.rent(ann)
  await fixture.context.database
    .updateTable('orders')
    .set({ state: 'paid', fulfil_at: new Date(fixture.now) })
    .execute()
  await fixture.runDue()
  expect(await fixture.servers(ann)).toHaveLength(1)
  expect(await fixture.rentalOf(orderId)).toEqual(rental)
})

test('G25 pay, no capacity, refund: of two who pay for the last place one has all of the money back', async () => {
  await fixture.capacity('ap-tokyo', 1)
  const ids = await Promise.all(
    [0, 1].map(async () => (await fixture.order(ann, { region: 'ap-tokyo' })).json<{ id: string }>().id),
  )
  const attempts = await Promise.all(ids.map((id) => fixture.begin(ann, id)))
  await Promise.all(attempts.map((no) => fixture.pay(no)))
  await fixture.runDue()
  const states = await Promise.all(
    ids.map(async (id) =>
      (await fixture.call(ann, 'GET', `/payment/orders/${id}`)).json<{ status: string; refunded: number }>(),
    ),
  )
  expect(states.map(({ status }) => status).toSorted()).toEqual(['paid', 'refunded'])
  expect(states.map(({ refunded }) => refunded).toSorted((one, other) => one - other)).toEqual([0, 1_500])
  expect(await fixture.servers(ann)).toHaveLength(1)
  const back = attempts.map((no) =>
    [...fixture.alipay.trade(no).refunds.values()].map(({ amount }) => amount),
  )
  expect(back.flat()).toEqual([1_500])
  const alerts = await fixture.operator('GET', '/money-alerts')
  expect(alerts.json()).toMatchObject([{ kind: 'cannot-fulfil' }])
})

test('F7 a rented server makes its owner VIP until its end', async () => {
  await fixture.buy(ann, { duration: '7d' })
  expect(await fixture.vipEnds(ann)).toBe(fixture.now + 7 * 24 * 3_600_000)
})
