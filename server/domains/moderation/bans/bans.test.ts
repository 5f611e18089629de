import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '@clutch/contract/api/call.ts'
import type { listBans } from '@clutch/contract/api/moderation/bans.ts'
import { callRateLimits } from '@clutch/contract/rules/accounts/rate-limits.ts'
import { tryConsumeRateLimit } from '../../accounts/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { asOperator } from '../../../testing/http.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { createModerationApp } from '../testing/moderation-app.ts'
import { publicBansPage } from './bans.store.ts'

let context: TestContext
let app: App
beforeAll(async () => {
  context = await createTestContext()
  app = await createModerationApp(context)
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

async function operate(method: 'POST' | 'PATCH', path: string, payload: object): Promise<{ id: string }> {
  const url = `/api/operator/${path}`
  const answer = await app.inject({ method, url, headers: asOperator, payload })
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  return answer.json<{ id: string }>()
}

test('A10 everyone sees the bans once the operator shows them: no address, no evidence, not by whom, no mutes', async () => {
  const evidence = [{ kind: 'link', url: 'https://video.example/secret' }]
  const steamId = '76561197960265731'
  const ban = { kind: 'ban', steamId, name: '小明', reason: '透视', address: '203.0.113.9', evidence }
  const { id } = await operate('POST', 'sanctions', ban)
  await operate('POST', `sanctions/${id}/comments`, { text: 'internal' })
  await operate('POST', 'sanctions', { kind: 'mute', steamId, reason: 'noise' })
  const ask = (query = '') => app.inject({ url: `/api/bans${query}` })
  expect((await ask()).json()).toMatchObject({ code: 'portal.feature_off' })
  await operate('PATCH', 'portal', { features: { bans: { enabled: true } } })
  const created = context.clock.now().getTime()
  const row = { steamId, name: '小明', reason: '透视', created, expires: null, state: 'active' }
  // Settings reach the process by a notification.
  await expect.poll(async () => (await ask()).json<unknown>()).toEqual({ rows: [row], total: 1 })
  for (const query of ['?find=小', '?find=7656119796026573'])
    expect((await ask(query)).json<Reply<typeof listBans>>().total).toBe(1)
  expect((await ask('?find=203.0')).json()).toEqual({ rows: [], total: 0 })
  await operate('POST', `sanctions/${id}/lift`, { reason: 'internal too' })
  expect((await ask()).json()).toEqual({ rows: [{ ...row, state: 'lifted' }], total: 1 })
})

interface PlanNode {
  'Index Name'?: string
  'Parent Relationship'?: string
  'Actual Loops': number
  'Actual Rows': number
  Plans?: PlanNode[]
}

test('A10 a page of the bans comes from an index, and names are looked up for its rows alone', async () => {
  await sql`insert into sanctions (id, kind, steam_id, player_name, reason, source, created_at, created_by)
    select gen_random_uuid(), 'ban', 76561198300000000 + n, 'Player ' || n, 'x', 'portal', now() + n * interval '1 s', 'operator'
      from generate_series(1, 6) as n`.execute(context.database)
  const plan = await context.database.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const page = publicBansPage(tx, undefined, { limit: 2, offset: 3 })
    const [row] = await page.explain<{ 'QUERY PLAN': { Plan: PlanNode }[] }>('json', sql`analyze`)
    return row?.['QUERY PLAN'][0]?.Plan
  })
  const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
  const all = plan ? nodes(plan) : []
  expect(all.map((node) => node['Index Name'])).toContain('sanctions_bans')
  const lookUps = all.filter((node) => node['Parent Relationship'] === 'SubPlan')
  expect(lookUps.map((node) => node['Actual Loops'])).toEqual([2, 2, 2])
})

test('A10 searches of the bans are counted by themselves, and one for a SteamID takes its start', async () => {
  const ask = async (query: string) => (await app.inject({ url: `/api/bans${query}` })).statusCode
  const total = async (find: string) =>
    (await app.inject({ url: `/api/bans?find=${find}` })).json<Reply<typeof listBans>>().total
  expect(await Promise.all(['7656119830000000', '76561198300000003', '830', 'player 5'].map(total))).toEqual([
    6, 1, 0, 1,
  ])
  const { times } = callRateLimits['bans search address']
  const name = 'bans search address'
  for (let count = 0; count < times; count += 1) await tryConsumeRateLimit(context, name, '127.0.0.1')
  expect([await ask('?find=player'), await ask('')]).toEqual([429, 200])
})
