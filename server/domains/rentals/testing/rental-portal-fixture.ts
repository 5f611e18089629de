import { randomUUID } from 'node:crypto'
import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import type { OperatorRegion } from '@clutch/contract/api/rentals/operator-regions.ts'
import { type PaymentMethod, currencies, currencyOfMethod } from '@clutch/contract/rules/payments/money.ts'
import { durations } from '@clutch/contract/rules/payments/durations.ts'
import { registerAccounts } from '../../accounts/index.ts'
import { type TestUser, beginAnotherSession, signIn } from '../../accounts/testing/test-users.ts'
import { registerContent } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerPayments } from '../../payments/index.ts'
import { runDueWork } from '../../payments/worker/due-work.ts'
import { createPaymentsContext } from '../../payments/payments-context.ts'
import { ScriptedProvider } from '../../payments/testing/scripted-provider.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import { vipProducts } from '../../vip/index.ts'
import { registerRentals, rentalProducts } from '../index.ts'
import type { RentalChange, RentalRow } from '../rentals.store.ts'
import { runFollowUpOnce } from '../rental-follow-up.worker.ts'
import { createTestRental } from './rental-builder.ts'

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A portal that rents servers by scripted providers, spoken to by HTTP; nothing makes the servers but the test. */
export class RentalPortalFixture {
  readonly context: TestContext
  readonly app: App
  readonly alipay: ScriptedProvider
  readonly #payments

  constructor(context: TestContext, app: App, alipay: ScriptedProvider) {
    this.context = context
    this.app = app
    this.alipay = alipay
    this.#payments = createPaymentsContext(context, {
      products: createProducts(context),
      providers: [alipay],
    })
  }

  get now(): number {
    return this.context.clock.now().getTime()
  }

  person(): Promise<TestUser> {
    return signIn(this.context, nextSteamId())
  }

  /** Calls the API as a user, with a new session if the old one has expired. */
  async call(person: TestUser, method: HttpMethod, path: string, payload?: object) {
    if (!(await this.app.sessionCheck.find(person.token)))
      Object.assign(person, await beginAnotherSession(this.context, person))
    const url = `/api${path}`
    return this.app.inject({ method, url, headers: person.headers, ...(payload && { payload }) })
  }

  operator(method: HttpMethod, path: string, payload?: object) {
    const url = `/api/operator${path}`
    return this.app.inject({ method, url, headers: asOperator, ...(payload && { payload }) })
  }

  /** The answer to an order: of a new server, or of a renewal where a number is named. */
  order(person: TestUser, other: Record<string, unknown> = {}, method: PaymentMethod = 'alipay') {
    const isNew = !('instance_id' in other)
    const names = isNew ? { serverName: 'Night owls', password: 'pass1234', region: 'ap-shanghai' } : {}
    const options = { duration: '1m', paymentMethod: method, isRelocatable: true, ...names, ...other }
    return this.call(person, 'POST', '/payment/orders', {
      currency: currencyOfMethod(method),
      productType: 'server_rental',
      productId: isNew ? 'new_server' : 'renew_server',
      options,
      key: randomUUID(),
    })
  }

  /** Starts the payment of an order; returns the number of the attempt. */
  async begin(person: TestUser, orderId: string): Promise<string> {
    await this.call(person, 'POST', '/payment/pay', { orderId, method: 'alipay' })
    const file = await this.operator('GET', `/orders/${orderId}`)
    return file.json<{ attempts: { no: string }[] }>().attempts.at(-1)?.no ?? ''
  }

  /** The provider holds the money of an attempt, and everything that follows is done. */
  async pay(no: string): Promise<void> {
    this.alipay.pay(no)
    const raw = this.alipay.notify(no)
    await this.app.inject({
      method: 'POST',
      url: '/api/payment/notify/alipay',
      headers: { ...raw.headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: raw.body,
    })
    await this.runDue()
  }

  /** An order that was paid and delivered. */
  async buy(person: TestUser, other: Record<string, unknown> = {}): Promise<string> {
    const { id } = (await this.order(person, other)).json<{ id: string }>()
    await this.pay(await this.begin(person, id))
    return id
  }

  /** A new server that was bought, by its rental, with the order it was bought by. */
  async rent(
    person: TestUser,
    other: Record<string, unknown> = {},
  ): Promise<{ rental: RentalRow; orderId: string }> {
    const orderId = await this.buy(person, other)
    return { rental: await this.rentalOf(orderId), orderId }
  }

  /** The same, and it runs. */
  async running(person: TestUser, other: Record<string, unknown> = {}): Promise<RentalRow> {
    const { rental } = await this.rent(person, other)
    return this.stand(rental)
  }

  /** One that runs and that no order paid for, for what does not look at the order. */
  async unpaid({ userId, steamId }: TestUser): Promise<RentalRow> {
    return this.stand(await createTestRental(this.context, { owner: steamId, user_id: userId }))
  }

  rentalOf(orderId: string): Promise<RentalRow> {
    return this.context.database
      .selectFrom('rentals')
      .selectAll('rentals')
      .innerJoin('rental_orders', 'rental_orders.rental_id', 'rentals.id')
      .where('rental_orders.order_id', '=', orderId)
      .executeTakeFirstOrThrow()
  }

  rental({ id }: Pick<RentalRow, 'id'>): Promise<RentalRow> {
    return this.context.database
      .selectFrom('rentals')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  }

  /** Writes what the reconciler would. */
  async write({ id }: Pick<RentalRow, 'id'>, change: RentalChange): Promise<RentalRow> {
    await this.context.database.updateTable('rentals').set(change).where('id', '=', id).execute()
    return this.rental({ id })
  }

  /** Makes the next generation of a rental run and answer. */
  async stand(rental: RentalRow, other: { port?: number } = {}): Promise<RentalRow> {
    const now = this.context.clock.now()
    const generation = rental.generation + 1
    await this.context.database
      .insertInto('rental_instances')
      .values({
        rental_id: rental.id,
        generation,
        region: rental.region,
        driver: 'process',
        host_name: 'local',
        host: '127.0.0.1',
        public_host: '203.0.113.7',
        port: other.port ?? nextPort(),
        state: 'ready',
        created_at: now,
        started_at: now,
        ready_at: now,
      })
      .execute()
    return this.write(rental, { state: 'running', ready_at: rental.ready_at ?? now, generation })
  }

  async servers(person: TestUser): Promise<RentalView[]> {
    return (await this.call(person, 'GET', '/scrim/getUserServers')).json<RentalView[]>()
  }

  /** The only server a user sees. */
  async server(person: TestUser): Promise<RentalView> {
    const [server, ...others] = await this.servers(person)
    if (!server || others.length > 0) throw new Error('not one server')
    return server
  }

  async region(code: string): Promise<OperatorRegion> {
    const regions = (await this.operator('GET', '/regions')).json<OperatorRegion[]>()
    const region = regions.find((one) => one.code === code)
    if (!region) throw new Error('no such region')
    return region
  }

  capacity(code: string, capacity: number) {
    return this.operator('PATCH', `/regions/${code}`, { capacity })
  }

  /** When a user's VIP ends (ms since 1970); null without VIP. */
  async vipEnds(person: TestUser): Promise<number | null> {
    const answer = await this.call(person, 'GET', `/auth/vip-status/${person.steamId}`)
    return answer.json<{ expireDate: number | null }>().expireDate
  }

  /** Refunds a whole order. */
  async refund(orderId: string): Promise<void> {
    await this.operator('POST', `/orders/${orderId}/refund`, { reason: 'test' })
    await this.runDue()
  }

  runDue(): Promise<number> {
    return runDueWork(this.#payments)
  }

  /** Does what a worker does besides the servers. */
  watch(): Promise<void> {
    return runFollowUpOnce(this.context)
  }

  /** Forgets every rental and order. */
  async clear(): Promise<void> {
    await this.context.database.raw(clearing)
    this.alipay.clear()
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.context.destroy()
  }
}

const clearedTables = [
  'event_streams',
  'rental_mails',
  'rental_players',
  'rental_lines',
  'rental_switches',
  'rental_instances',
  'rental_orders',
  'event_secrets',
  'rentals',
  'payment_events',
  'refunds',
  'payment_attempts',
  'money_steps',
  'orders',
  'money_alerts',
  'rate_limits',
  'vip_terms',
  'vip_covers',
  'memberships',
]

/** In one round trip: most tests begin with it. */
const clearing = [
  'update orders set paid_by = null, purchase = null',
  ...clearedTables.map((table) => `delete from ${table}`),
  `update regions set capacity = case when code in ('ap-shanghai', 'ap-tokyo') then 3 else 0 end,
    maintenance_since = null, maintenance_zh = '', maintenance_en = ''`,
].join(';\n')

let lastPort = 27_200
const nextPort = () => (lastPort += 1)
let lastSteamId = 76_561_198_100_000_000n
const nextSteamId = () => String((lastSteamId += 1n))

const createProducts = (context: AppContext) => [...vipProducts(context), ...rentalProducts(context)]

/** A shop on a database of its own, where three servers fit into Shanghai and into Tokyo. */
export async function openRentalPortal(overrides: Partial<AppContext> = {}): Promise<RentalPortalFixture> {
  const context = await createTestContext(overrides as Parameters<typeof createTestContext>[0])
  const alipay = new ScriptedProvider('alipay', context)
  const paypal = new ScriptedProvider('paypal', context)
  const app = await createTestApp(context)
  const content = await registerContent(context, app)
  registerAccounts(context, app)
  await registerPayments(context, app, { products: createProducts(context), providers: [alipay, paypal] })
  await registerRentals(context, app, content)
  const rows = durations.flatMap((duration) =>
    [true, false].flatMap((relocatable) =>
      currencies.map((currency) => ({
        product: 'server_rental',
        duration,
        relocatable,
        currency,
        amount: relocatable ? 1_500 : 1_000,
      })),
    ),
  )
  const now = context.clock.now()
  await context.database
    .insertInto('prices')
    .values(rows.map((row) => ({ ...row, changed_at: now })))
    .execute()
  const fixture = new RentalPortalFixture(context, app, alipay)
  await fixture.clear()
  return fixture
}
