import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AuditEntry } from '@clutch/contract/api/accounts/operator-audit-log.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { type AuditRecord, changedFields, writeAuditEntry } from './audit-log.service.ts'
import { createAccountsApp } from '../testing/accounts-app.ts'
import { clearAccounts } from '../testing/clear-accounts.ts'
import { signIn } from '../testing/test-users.ts'
import { updateUser } from '../users/users.store.ts'

const op = '76561197960265729'
const player = '76561197960265730'
const grant = 'operatorGrantGroup'
const device = { address: '203.0.113.7', userAgent: 'Firefox' }

let context: TestContext
let app: App
beforeAll(async () => {
  context = await createTestContext()
  app = await createAccountsApp(context)
})
beforeEach(async () => {
  await clearAccounts(context)
  const { userId } = await signIn(context, op)
  await updateUser(context.database, userId, { username: 'Ann Op' })
  const act = (actor: string, action: AuditRecord['action'], subject: string, more: object = {}) =>
    writeAuditEntry(context, context.database, { actor, action, subject, device, ...more })
  await act(player, 'LOGIN-STEAM', player)
  context.clock.advance(1_000)
  await act(op, grant, player, {
    detail: { group: 'vip', fields: ['expires'] },
    ...changedFields(null, { group: 'vip', expires: 5 }),
  })
  context.clock.advance(1_000)
  await act('operator', 'operatorRemoveServer', 'kite-1', {
    detail: { refused: 'server.not_registered' },
  })
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const ask = (query: string) => app.inject({ url: `/api/operator/audit?${query}`, headers: asOperator })
const list = async (query = '') => (await ask(query)).json<{ rows: AuditEntry[]; total: number }>()
const actions = async (query: string) => (await list(query)).rows.map(({ action }) => action.slice(0, 11))
const [deleting, granting, signing] = ['operatorRem', 'operatorGra', 'LOGIN-STEAM']

test('C12 a line tells who, by name, did what to whom, before and after, from where', async () => {
  const [line] = (await list(`action=${encodeURIComponent(grant)}`)).rows
  expect(line).toEqual({
    id: expect.stringMatching(/^\d+$/) as string,
    at: context.clock.now().getTime() - 1_000,
    actor: op,
    actorName: 'Ann Op',
    action: grant,
    subject: player,
    subjectName: null,
    detail: { group: 'vip', fields: ['expires'] },
    refused: null,
    before: null,
    after: { group: 'vip', expires: 5 },
    address: '203.0.113.7',
    userAgent: 'Firefox',
  })
})

test.each([
  ['', [deleting, granting, signing]],
  ['direction=asc', [signing, granting, deleting]],
  ['by=operators', [deleting, granting]],
  ['by=players', [signing]],
  [`actor=${op}`, [granting]],
  [`subject=${player}`, [granting, signing]],
  ['outcome=refused', [deleting]],
  ['outcome=done', [granting, signing]],
  ['area=servers', [deleting]],
  ['area=servers,users', [deleting, granting]],
  ['area=orders', []],
  ['find=ann%20op', [granting]],
  ['find=kite', [deleting]],
  ['find=not_registered', [deleting]],
  ['find=not%25registered', []],
  ['find=login-', [signing]],
  ['find=%22expires%22: 5', [granting]],
  [`find=${player}&by=players`, [signing]],
  ['size=1&page=2', [granting]],
])('C12 asked for %s the log answers %j', async (query, expected) => {
  expect(await actions(query)).toEqual(expected)
})

test('C12 a period holds its first moment, and not its last', async () => {
  const last = context.clock.now().getTime()
  expect(await actions(`from=${last - 1_000}&until=${last}`)).toEqual([granting])
  expect(await list(`from=${last - 1_000}`)).toMatchObject({ total: 2 })
})

test('C12 J a search without a beginning looks through the last 90 days, one with a beginning as far as that', async () => {
  const day = 24 * 3_600_000
  const last = context.clock.now().getTime()
  context.clock.advance(90 * day - 1_000)
  expect(await actions('find=LOGIN')).toEqual([])
  expect(await actions('find=vip')).toEqual([granting])
  expect(await actions('find=LOGIN&from=0')).toEqual([signing])
  expect(await actions(`find=LOGIN&until=${last}`)).toEqual([signing])
  expect((await list()).total).toBe(3)
})

test.each([
  'find=%00',
  'actor=%00',
  'area=a_b',
  'area=,',
  'area=memberships',
  'from=x',
  'until=1e99',
  'size=0',
  'by=anyone',
])('C12 the audit log is not asked %s', async (query) => {
  expect((await ask(query)).statusCode).toBe(400)
})
