import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '@clutch/contract/api/call.ts'
import type { listBans } from '@clutch/contract/api/moderation/bans.ts'
import type { App } from '../../../platform/http/app.ts'
import { asOperator } from '../../../testing/http.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { createModerationApp } from '../testing/moderation-app.ts'

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
