import { afterEach, beforeEach, expect, test } from 'vitest'
import { registerContent } from '../../content/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { readAuditEntries } from '../testing/audit-log-entries.ts'
import { grantGroup, revokeGroup } from '../groups/groups.service.ts'
import { createAccountsApp } from '../testing/accounts-app.ts'
import { type TestUser, beginAnotherSession, signIn } from '../testing/test-users.ts'
import { generateTotpCode } from '../testing/authenticator.ts'

const mine = '76561197960265729'
const theirs = '76561197960265730'

let context: TestContext
let app: App
beforeEach(async () => {
  context = await createTestContext()
  app = await createAccountsApp(context)
  await registerContent(context, app)
})
afterEach(async () => {
  await app.close()
  await context.destroy()
})

const post = (person: TestUser, url: string, payload: object = {}) =>
  app.inject({ method: 'POST', url, headers: person.headers, payload })
async function listOps({ headers }: Pick<TestUser, 'headers'>) {
  const answer = await app.inject({ url: '/api/operator/ops', headers })
  return answer.statusCode === 200 ? 200 : `${answer.statusCode} ${answer.json<{ code: string }>().code}`
}

test('an op makes the operator’s calls once this session has shown a second factor', async () => {
  const me = await signIn(context, mine)
  expect(await listOps(me)).toBe('403 operator.forbidden')
  await app.inject({ method: 'PUT', url: `/api/operator/ops/${mine}`, headers: asOperator })
  expect(await listOps(me)).toBe('403 operator.second_factor_needed')
  const { secret } = (await post(me, '/api/account/second-factor')).json<{ secret: string }>()
  expect(await listOps(me)).toBe('403 operator.second_factor_needed')
  await post(me, '/api/account/second-factor/confirm', { code: generateTotpCode(context, secret) })
  expect(await listOps(me)).toBe(200)
  const next = await beginAnotherSession(context, me)
  expect(await listOps(next)).toBe('403 operator.second_factor_needed')
  await post(next, '/api/auth/second-factor', { code: generateTotpCode(context, secret, 1) })
  expect([await listOps(next), await listOps(me)]).toEqual([200, 200])
})

test('a second factor does not make a user an operator', async () => {
  const kol = await signIn(context, mine, { groups: ['kol'], secondFactor: 'shown' })
  expect(await listOps(kol)).toBe('403 operator.forbidden')
  expect(await listOps({ headers: { authorization: 'Bearer nonsense' } })).toBe('401 operator.unauthorized')
})

test('an operator whose membership ends or is revoked loses access at once', async () => {
  const me = await signIn(context, mine, { secondFactor: 'shown' })
  await grantGroup(context, { steamId: mine, group: 'op', expires: context.clock.now().getTime() + 1_000 })
  expect(await listOps(me)).toBe(200)
  context.clock.advance(1_000)
  expect(await listOps(me)).toBe('403 operator.forbidden')
  await grantGroup(context, { steamId: mine, group: 'op', expires: null })
  expect(await listOps(me)).toBe(200)
  await revokeGroup(context, mine, 'op')
  expect(await listOps(me)).toBe('403 operator.forbidden')
})

test.each(['actor', 'subject', 'action'])(
  'C12 the audit log is not asked for an impossible %s',
  async (name) => {
    const answer = await app.inject({ url: `/api/operator/audit?${name}=%00`, headers: asOperator })
    expect(answer.statusCode).toBe(400)
  },
)

test('C12 each change by an operator, and each refused one, is logged with its actor; the detail holds the field names of the body', async () => {
  const me = await signIn(context, mine, { groups: ['op'], secondFactor: 'shown' })
  const as = (
    headers: object,
    method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH',
    path: string,
    payload?: object,
  ) =>
    app.inject({ method, url: `/api/operator/${path}`, headers: { ...headers }, ...(payload && { payload }) })
  const marker = 'marker-of-a-body'
  await as(me.headers, 'PUT', `memberships/${theirs}/vip`, { expires: null })
  await as(me.headers, 'POST', 'announcements', { text: { zh: marker, en: '' } })
  await as(asOperator, 'PATCH', 'portal', { name: marker })
  await as(me.headers, 'DELETE', `ops/${mine}/second-factor`)
  await as(me.headers, 'GET', 'ops')
  await as(asOperator, 'GET', 'audit')
  await as(asOperator, 'DELETE', `ops/${theirs}/second-factor`)
  const lines = await readAuditEntries(context, { limit: 50 })
  expect(lines.map(({ actor, action, subject }) => `${actor} ${action} ${subject}`)).toEqual([
    `operator operatorResetSecondFactor ${theirs}`,
    `${mine} operatorResetSecondFactor ${mine}`,
    'operator operatorChangePortalSettings ',
    `${mine} operatorAddAnnouncement ${marker}`,
    `${mine} operatorGrantGroup ${theirs}`,
  ])
  expect(lines.map(({ detail }) => detail)).toEqual([
    { steamId: theirs, fields: [], refused: 'user.not_found' },
    { steamId: mine, fields: [] },
    { fields: ['name'] },
    { fields: ['text', 'position'] },
    { steamId: theirs, group: 'vip', fields: ['expires'] },
  ])
  expect(JSON.stringify(lines.map(({ detail }) => detail))).not.toContain(marker)
  expect(lines[2]).toMatchObject({ before: { name: 'CLUTCH' }, after: { name: marker } })
})
