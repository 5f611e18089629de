import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import { waitForBlockedQueries } from '../../../testing/blocked-queries.ts'
import { getGroups, membershipsChannel, registerAccounts } from '../index.ts'
import { clearAccounts } from '../testing/clear-accounts.ts'
import { signIn } from '../testing/test-users.ts'

let context: TestContext
let app: App
beforeAll(async () => {
  context = await createTestContext()
  app = await createTestApp(context)
  registerAccounts(context, app)
})
beforeEach(() => clearAccounts(context))
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const one = '76561197960265729'
const two = '76561197960265730'
const url = '/api/operator/memberships'
const page = async (query = '') =>
  (await app.inject({ url: `${url}?sort=name&direction=asc${query}`, headers: asOperator })).json<{
    rows: { steamId: string; group: string; expires: number | null }[]
    total: number
  }>()
const list = async () =>
  (await page()).rows.map(({ steamId, group, expires }) => ({ steamId, group, expires }))
const grant = (path: string, payload: object = {}) =>
  app.inject({ method: 'PUT', url: `${url}/${path}`, headers: asOperator, payload })
const revoke = (path: string) => app.inject({ method: 'DELETE', url: `${url}/${path}`, headers: asOperator })

test('C18 an operator grants, prolongs, lists and revokes groups', async () => {
  const expires = context.clock.now().getTime() + 60_000
  expect((await grant(`${one}/pro`)).json()).toEqual({ steamId: one, group: 'pro', expires: null })
  await grant(`${one}/vip`, { expires })
  await grant(`${two}/op`, { expires: expires + 1 })
  expect(await list()).toEqual([
    { steamId: one, group: 'pro', expires: null },
    { steamId: one, group: 'vip', expires },
    { steamId: two, group: 'op', expires: expires + 1 },
  ])
  await grant(`${one}/vip`, { expires: null })
  expect((await revoke(`${one}/pro`)).statusCode).toBe(204)
  expect((await revoke(`${one}/pro`)).statusCode).toBe(204)
  expect(await list()).toEqual([
    { steamId: one, group: 'vip', expires: null },
    { steamId: two, group: 'op', expires: expires + 1 },
  ])
})

test('C18 a membership is valid exactly until its end; the highest group is listed first', async () => {
  const held = async () =>
    Object.fromEntries(await getGroups(context.database, [one, two], context.clock.now()))
  await grant(`${one}/vip`)
  await grant(`${one}/kol`, { expires: context.clock.now().getTime() + 1_000 })
  await grant(`${one}/op`)
  expect(await held()).toEqual({ [one]: ['op', 'kol', 'vip'] })
  context.clock.advance(999)
  expect(await held()).toEqual({ [one]: ['op', 'kol', 'vip'] })
  context.clock.advance(1)
  expect(await held()).toEqual({ [one]: ['op', 'vip'] })
  expect(await list()).toHaveLength(2)
  expect(await getGroups(context.database, [], context.clock.now())).toEqual(new Map())
})

test('C18 the list searches, filters, sorts and pages, and marks players without an account', async () => {
  const soon = context.clock.now().getTime() + 60_000
  await signIn(context, two)
  await context.database
    .insertInto('steam_profiles')
    .values({ steam_id: two, name: '50%_Kite', fetched_at: context.clock.now() })
    .execute()
  await grant(`${one}/vip`, { expires: soon })
  context.clock.advance(1_000)
  await grant(`${two}/vip`)
  await grant(`${two}/kol`, { expires: soon })
  const listNames = async (query: string) =>
    (await page(query)).rows.map(({ steamId, group }) => `${steamId === one ? 'one' : 'two'} ${group}`)
  expect(await listNames('')).toEqual(['one vip', 'two kol', 'two vip'])
  expect(await listNames('&find=%25_k')).toEqual(['two kol', 'two vip'])
  expect(await listNames('&find=kite&group=kol')).toEqual(['two kol'])
  expect(await listNames(`&find=${one}`)).toEqual(['one vip'])
  expect(await listNames('&find=197960')).toEqual([])
  expect((await page('&group=vip&size=1&page=2')).total).toBe(2)
  expect(await listNames('&group=vip&size=1&page=2')).toEqual(['two vip'])
  const get = async (query: string) =>
    (await app.inject({ url: `${url}?${query}`, headers: asOperator })).json<{ rows: object[] }>().rows
  expect((await get('sort=expires&direction=desc'))[0]).toMatchObject({
    steamId: two,
    group: 'vip',
    expires: null,
    username: '50%_Kite',
    known: true,
    granted: context.clock.now().getTime(),
  })
  expect((await get('sort=granted&direction=asc'))[0]).toMatchObject({ username: '#265729', known: false })
})

test('C18 each change of a membership sends a notification', async () => {
  let count = 0
  await context.database.listen(membershipsChannel, () => (count += 1))
  await grant(`${one}/pro`)
  await expect.poll(() => count).toBe(1)
  await revoke(`${one}/pro`)
  await expect.poll(() => count).toBe(2)
})

test.each([`${one}/normal`, `${one}/admin`, `1/pro`, `76561197960265728/pro`])(
  'C18 %s is no membership',
  async (path) => {
    expect((await grant(path)).statusCode).toBe(400)
    expect((await revoke(path)).statusCode).toBe(400)
  },
)

test.each([{ expires: -1 }, { expires: 1.5 }, { expires: 'never' }, { expires: 1e18 }, { until: 1 }])(
  'C18 a grant with %j is refused',
  async (payload) => {
    expect((await grant(`${one}/pro`, payload)).statusCode).toBe(400)
    expect(await list()).toEqual([])
  },
)

/** An operator at work: by a session that has shown its second factor. */
const opAtWork = (steamId: string) => signIn(context, steamId, { groups: ['op'], secondFactor: 'shown' })
const codeOf = (answer: { json: () => unknown }) => (answer.json() as { code?: string }).code

test('J C18 operators cannot end their own membership, and can make it permanent', async () => {
  const { headers } = await opAtWork(one)
  const put = (expires: number | null) =>
    app.inject({ method: 'PUT', url: `${url}/${one}/op`, headers, payload: { expires } })
  for (const expires of [1, context.clock.now().getTime() + 60_000])
    expect(codeOf(await put(expires))).toBe('user.own_account')
  expect((await put(null)).statusCode).toBe(200)
  expect(await list()).toEqual([{ steamId: one, group: 'op', expires: null }])
})

test.each([
  { how: 'take each other out', method: 'DELETE', payload: undefined },
  { how: 'let each other’s membership end', method: 'PUT', payload: { expires: 1 } },
] as const)('J C18 of two last operators who $how at once one stays', async ({ method, payload }) => {
  const [ann, bob] = [await opAtWork(one), await opAtWork(two)]
  const act = ({ headers }: typeof ann, steamId: string) =>
    app.inject({ method, url: `${url}/${steamId}/op`, headers, ...(payload && { payload }) })
  // Both are admitted before either finishes: the rows stay locked until both wait for them.
  const begun = await context.database.transaction().execute(async (tx) => {
    await sql`select from memberships for update`.execute(tx)
    const acts = [act(ann, two), act(bob, one)]
    await waitForBlockedQueries(context, 2)
    return { acts }
  })
  const answers = await Promise.all(begun.acts)
  const refused = answers.filter(({ statusCode }) => statusCode >= 400)
  expect(refused.map((answer) => [answer.statusCode, codeOf(answer)])).toEqual([[409, 'operator.last']])
  expect(await list()).toHaveLength(1)
})

test('J C18 by the operator’s token the last operator goes too: it can always make another', async () => {
  await opAtWork(one)
  expect((await revoke(`${one}/op`)).statusCode).toBe(204)
  expect(await list()).toEqual([])
})
