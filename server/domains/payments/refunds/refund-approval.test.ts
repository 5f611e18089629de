import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashToken } from '../../../platform/keys/tokens.ts'
import { signIn } from '../../accounts/testing/test-users.ts'
import { type PaymentsFixture, createPaymentsFixture } from '../testing/payments-fixture.ts'

const ann = '76561197960265901'
const bob = '76561197960265902'

let fixture: PaymentsFixture
let anns: { authorization: string }
let bobs: { authorization: string }
const refund = { reason: '停机', amount: 1_000 }

beforeAll(async () => {
  fixture = await createPaymentsFixture()
})
beforeEach(async () => {
  await fixture.clear()
  fixture.context.config = { ...fixture.context.config, refundApprovalCny: 1_000 }
  anns = await signInOperator(ann)
  bobs = await signInOperator(bob)
})
afterEach(() => {
  fixture.context.config = { ...fixture.context.config, refundApprovalCny: undefined }
})
afterAll(() => fixture.close())

async function signInOperator(steamId: string) {
  await fixture.context.database.deleteFrom('users').where('steam_id', '=', steamId).execute()
  return (await signIn(fixture.context, steamId, { groups: ['op'], secondFactor: 'shown' })).headers
}

const act = (id: string, what: string, headers: { authorization: string }, payload: object = {}) =>
  fixture.app.inject({ method: 'POST', url: `/api/operator/orders/${id}/${what}`, headers, payload })
/** What the provider refunded, in fen. */
const refunded = (no: string) =>
  [...fixture.alipay.trade(no).refunds.values()].reduce((sum, { amount }) => sum + amount, 0)
const codeOf = async (answer: ReturnType<typeof act>) => (await answer).json<{ code: string }>().code

test('J a refund from the configured amount on is refunded once a second operator approved it', async () => {
  const { id, no } = await fixture.paid()
  const requested = await act(id, 'refund', anns, refund)
  expect(requested.json()).toMatchObject({
    refunds: [],
    refundRequest: { amount: 1_000, by: ann, byName: '' },
  })
  await fixture.runDue()
  expect(refunded(no)).toBe(0)
  expect(await codeOf(act(id, 'refund/approve', anns))).toBe('refund.own_request')
  const approved = await act(id, 'refund/approve', bobs)
  expect(approved.json()).toMatchObject({ refunds: [{ amount: 1_000, by: ann }], refundRequest: null })
  await fixture.runDue()
  expect(refunded(no)).toBe(1_000)
  expect(await codeOf(act(id, 'refund/approve', bobs))).toBe('refund.not_requested')
})

test('J a smaller refund needs no approval, several small ones together do', async () => {
  const { id } = await fixture.paid()
  const first = await act(id, 'refund', anns, { ...refund, amount: 600 })
  expect(first.json()).toMatchObject({ refunds: [{ amount: 600 }], refundRequest: null })
  const second = await act(id, 'refund', anns, { ...refund, amount: 400 })
  expect(second.json()).toMatchObject({ refundRequest: { amount: 400 } })
})

test('J while a refund waits another one of that order is refused; a repeat is the same request', async () => {
  const { id } = await fixture.paid()
  const key = '019a8f5e-6d00-7000-8000-0000000000aa'
  const keyed = { ...refund, key }
  expect((await act(id, 'refund', anns, keyed)).statusCode).toBe(200)
  expect((await act(id, 'refund', anns, keyed)).json()).toMatchObject({ refundRequest: { amount: 1_000 } })
  expect(await codeOf(act(id, 'refund', anns, { ...keyed, amount: 5 }))).toBe('order.key_reused')
  expect(await codeOf(act(id, 'refund', bobs, refund))).toBe('refund.awaits_approval')
  await act(id, 'refund/approve', bobs)
  expect((await act(id, 'refund', anns, keyed)).json()).toMatchObject({
    refunds: [{ amount: 1_000 }],
    refundRequest: null,
  })
})

test('J a refund is declined by another operator or withdrawn by the one who requested it', async () => {
  const { id } = await fixture.paid()
  for (const headers of [anns, bobs]) {
    await act(id, 'refund', anns, refund)
    expect((await act(id, 'refund/decline', headers)).json()).toMatchObject({
      refunds: [],
      refundRequest: null,
    })
    expect(await codeOf(act(id, 'refund/decline', headers))).toBe('refund.not_requested')
  }
})

/** An API token of an operator, or a service token, with the right to refund. */
async function addToken(owner: string | null) {
  const [id, secret] = [randomUUIDv7(), `clutch_${randomBytes(32).toString('base64url')}`]
  const rights = JSON.stringify({ refunds: 'change' })
  const values = { id, name: 'Bot', secret_hash: hashToken(secret), rights, owner, created_at: new Date(0) }
  await fixture.context.database.insertInto('api_tokens').values(values).execute()
  return { authorization: `Bearer ${secret}` }
}

test('J a refund that an operator requests with their API token is their request, and no token approves one', async () => {
  const { id } = await fixture.paid()
  const requested = await act(id, 'refund', await addToken(ann), refund)
  expect(requested.json()).toMatchObject({ refundRequest: { by: ann } })
  expect(await codeOf(act(id, 'refund/approve', anns))).toBe('refund.own_request')
  for (const owner of [bob, null])
    expect(await codeOf(act(id, 'refund/approve', await addToken(owner)))).toBe('operator.not_permitted')
  expect((await act(id, 'refund/approve', bobs)).statusCode).toBe(200)
})

test('J of two operators who approve at the same moment one refunds', async () => {
  const { id, no } = await fixture.paid()
  await act(id, 'refund', anns, refund)
  const other = await signInOperator('76561197960265903')
  const answers = await Promise.all([act(id, 'refund/approve', bobs), act(id, 'refund/approve', other)])
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
  await fixture.runDue()
  expect(refunded(no)).toBe(1_000)
})

test('J an approved refund that is more than what is left by now is refused, and stays to be declined', async () => {
  const { id, no } = await fixture.paid()
  await act(id, 'refund', anns, refund)
  await fixture.context.database
    .updateTable('refund_requests')
    .set({ amount: 100_000 })
    .where('order_id', '=', id)
    .execute()
  expect(await codeOf(act(id, 'refund/approve', bobs))).toBe('refund.too_much')
  await fixture.runDue()
  expect(refunded(no)).toBe(0)
  expect((await fixture.details(id)).refundRequest).not.toBeNull()
})
