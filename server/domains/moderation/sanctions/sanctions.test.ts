import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Sanction, SanctionDetail } from '@clutch/contract/api/moderation/operator-sanctions.ts'
import type { OperatorRights } from '@clutch/contract/rules/accounts/operator-rights.ts'
import { type TestUser, signIn } from '../../accounts/testing/test-users.ts'
import type { App } from '../../../platform/http/app.ts'
import { asOperator } from '../../../testing/http.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { createModerationApp } from '../testing/moderation-app.ts'

const player = '76561197960265731'
const dayMs = 24 * 3_600_000

let context: TestContext
let app: App
let servers: string[] = []
beforeAll(async () => {
  context = await createTestContext()
  app = await createModerationApp(context)
  for (const port of [27_015, 27_016]) {
    const body = { ip: '8.8.8.8', port, category: 'deathmatch', region: 'ap-shanghai', name: `#${port}` }
    servers.push((await call('POST', 'servers', body)).json<{ id: string }>().id)
  }
})
beforeEach(async () => {
  await context.database.deleteFrom('sanctions').execute()
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH'
type Headers = Record<string, string>
const call = (method: Method, path: string, payload?: object, headers: Headers = asOperator) =>
  app.inject({ method, url: `/api/operator/${path}`, headers, ...(payload && { payload }) })

/** A new sanction; tests name only what they are about. */
async function add(body: object = {}, headers: Headers = asOperator): Promise<Sanction> {
  const answer = await call(
    'POST',
    'sanctions',
    { kind: 'ban', steamId: player, reason: '作弊', ...body },
    headers,
  )
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  return answer.json<Sanction>()
}
const refusal = async (answer: ReturnType<typeof call>) => {
  const { statusCode, body } = await answer
  return `${statusCode} ${(JSON.parse(body) as { code?: string }).code}`
}
const refusedAdd = (body: object, headers?: Headers) =>
  refusal(call('POST', 'sanctions', { kind: 'ban', steamId: player, reason: 'x', ...body }, headers))
const listed = async (query = '') =>
  (await call('GET', `sanctions${query}`)).json<{ rows: Sanction[]; total: number }>()
const change = (id: string, body: object, headers?: Headers) =>
  call('PATCH', `sanctions/${id}`, body, headers)
const lift = (id: string, body: object = {}, headers?: Headers) =>
  call('POST', `sanctions/${id}/lift`, body, headers)

let people = 0

/** An operator with a role of these rights, perhaps of some servers only. */
async function operatorWith(rights: OperatorRights, serverIds: string[] | null = null): Promise<TestUser> {
  const steamId = String(76561197960300000n + BigInt((people += 1)))
  const user = await signIn(context, steamId, { groups: ['op'], secondFactor: 'shown' })
  const role = (await call('POST', 'roles', { name: { zh: '管理', en: 'Moderator' }, rights })).json<{
    id: string
  }>().id
  expect((await call('PUT', `ops/${steamId}`, { role, serverIds })).statusCode).toBe(200)
  return user
}
const moderator: OperatorRights = { players: 'change' }

test('a ban that is lifted at the same moment, or by a process whose clock is behind, is lifted on the servers', async () => {
  const body = { ip: '8.8.8.8', port: 27_017, category: 'deathmatch', region: 'ap-shanghai', name: 'RCON' }
  const server = (await call('POST', 'servers', { ...body, rcon_password: 'x' })).json<{ id: string }>().id
  for (const behindMs of [0, 1_000]) {
    const { id, steamId } = await add()
    const wanted = async () =>
      (
        await context.database
          .selectFrom('sanction_servers')
          .select('wanted')
          .where('steam_id', '=', steamId)
          .execute()
      ).map((row) => row.wanted)
    expect(await wanted()).toEqual(['applied'])
    context.clock.advance(-behindMs)
    expect((await lift(id, { reason: 'x' })).statusCode).toBe(200)
    expect(await wanted()).toEqual(['lifted'])
    context.clock.advance(behindMs)
    await context.database.deleteFrom('sanctions').execute()
  }
  await call('DELETE' as Method, `servers/${server}`)
})

test('a ban with evidence is listed, found, shown with comments, and kept in the history of the player', async () => {
  const evidence = [
    { kind: 'link', url: 'https://video.example/v/1' },
    { kind: 'demo', demo: '2026-11-25 de_nuke.dem', tick: 81_234 },
    { kind: 'log', text: '"A<2><[U:1:3]><CT>" killed …\n"A<2>…' },
  ]
  const ban = await add({ address: '203.0.113.9', evidence })
  const mute = await add({ kind: 'mute', steamId: '76561197960265999', reason: 'noise' })
  expect(ban).toMatchObject({
    state: 'active',
    evidence,
    by: 'operator',
    serverIds: null,
    expires: null,
    revision: 1,
  })
  expect((await listed()).rows.map(({ id }) => id)).toEqual([mute.id, ban.id])
  for (const query of ['?find=作弊', '?find=203.0.113', `?find=${player}`, `?steamId=${player}`, '?kind=ban'])
    expect([query, (await listed(query)).rows.map(({ id }) => id)]).toEqual([query, [ban.id]])
  expect((await listed('?kind=gag')).total).toBe(0)
  await call('POST', `sanctions/${ban.id}/comments`, { text: 'See round 14' })
  const detail = (await call('GET', `sanctions/${ban.id}`)).json<SanctionDetail>()
  expect(detail.comments).toMatchObject([{ text: 'See round 14', by: 'operator' }])
  await lift(ban.id, { reason: 'appeal' })
  const again = await add()
  expect((await listed(`?steamId=${player}`)).rows.map(({ id, state }) => [id, state])).toEqual([
    [again.id, 'active'],
    [ban.id, 'lifted'],
  ])
})

test('a sanction ends by itself, and is listed as expired from then on', async () => {
  const at = context.clock.now().getTime()
  const { id } = await add({ expires: at + dayMs })
  expect((await listed('?state=active')).total).toBe(1)
  context.clock.advance(dayMs)
  expect((await listed('?state=active')).total).toBe(0)
  expect((await listed('?state=expired')).rows).toMatchObject([{ id, state: 'expired' }])
  expect(await refusedAdd({ expires: at })).toBe('400 request.invalid')
})

test('of two moderators who change one sanction, the second learns that it changed', async () => {
  const { id, revision } = await add()
  const first = await change(id, { reason: 'aimbot', revision })
  expect(first.json<Sanction>()).toMatchObject({ reason: 'aimbot', revision: 2 })
  expect(await refusal(change(id, { reason: 'wallhack', revision }))).toBe('409 edit.conflict')
  expect(await refusal(lift(id, { revision }))).toBe('409 edit.conflict')
  expect((await lift(id, { revision: 2 })).json<Sanction>().state).toBe('lifted')
  expect(await refusal(lift(id))).toBe('409 sanction.lifted')
  expect(await refusal(change(id, { reason: 'x' }))).toBe('409 sanction.lifted')
})

test('a player has one ban on a server: of two moderators at once, one learns of the other’s', async () => {
  const both = await Promise.all(
    [1, 2].map(() => call('POST', 'sanctions', { kind: 'ban', steamId: player, reason: 'x' })),
  )
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await refusedAdd({ serverIds: [servers[0]] })).toBe('409 sanction.exists')
  expect((await add({ kind: 'gag', serverIds: [servers[0]] })).serverIds).toEqual([servers[0]])
  expect((await add({ kind: 'gag', serverIds: [servers[1]] })).serverIds).toEqual([servers[1]])
})

test('C18 a moderator of some servers sanctions on those only, and touches no sanction of others', async () => {
  const [mine = '', other = ''] = servers
  const { headers } = await operatorWith(moderator, [mine])
  expect(await refusedAdd({}, headers)).toBe('403 operator.not_permitted')
  expect(await refusedAdd({ serverIds: [mine, other] }, headers)).toBe('403 operator.not_permitted')
  const { id } = await add({ serverIds: [mine] }, headers)
  expect(await refusal(change(id, { serverIds: null }, headers))).toBe('403 operator.not_permitted')
  expect((await change(id, { reason: 'y' }, headers)).statusCode).toBe(200)
  const everywhere = await add({ steamId: '76561197960265999' })
  for (const request of [lift(everywhere.id, {}, headers), change(everywhere.id, { reason: 'y' }, headers)])
    expect(await refusal(request)).toBe('403 operator.not_permitted')
  expect((await lift(id, {}, headers)).statusCode).toBe(200)
})

test('C18 an operator is sanctioned only by one who may do all that they may, and never frees themselves', async () => {
  const [low, peer] = [await operatorWith(moderator), await operatorWith(moderator)]
  const high = await operatorWith({ players: 'change', settings: 'read' })
  expect(await refusedAdd({ steamId: high.steamId }, low.headers)).toBe('403 operator.outranked')
  expect(await refusedAdd({ steamId: low.steamId }, low.headers)).toBe('409 user.own_account')
  const { id } = await add({ steamId: low.steamId }, peer.headers)
  expect(await refusal(lift(id, {}, low.headers))).toBe('409 user.own_account')
  expect((await lift(id, {}, peer.headers)).statusCode).toBe(200)
})

test('C18 a moderator whose role is removed while they work is refused with their next call', async () => {
  const { headers, steamId } = await operatorWith(moderator)
  const { id, by } = await add({}, headers)
  expect(by).toBe(steamId)
  const url = `/api/operator/ops/${steamId}`
  expect((await app.inject({ method: 'DELETE', url, headers: asOperator })).statusCode).toBe(204)
  expect(await refusal(lift(id, {}, headers))).toBe('403 operator.forbidden')
  expect(await refusedAdd({ kind: 'mute' }, headers)).toBe('403 operator.forbidden')
})

test.each<[string, object]>([
  ['a reason that would end its console line', { reason: 'x"; quit' }],
  ['no reason', { reason: ' ' }],
  ['no SteamID64', { steamId: '[U:1:3]' }],
  ['an address of a mute', { kind: 'mute', address: '203.0.113.9' }],
  ['no address', { address: 'example.org' }],
  ['a link that is a script', { evidence: [{ kind: 'link', url: 'javascript:alert(1)' }] }],
  ['a tick before the demo', { evidence: [{ kind: 'demo', demo: 'x', tick: -1 }] }],
  ['no servers', { serverIds: [] }],
])('bad input is a 400: %s', async (_, body) => {
  expect(await refusedAdd(body)).toBe('400 request.invalid')
})

test('an unknown sanction or server is a 404', async () => {
  expect(await refusal(lift(randomUUIDv7()))).toBe('404 sanction.not_found')
  expect(await refusedAdd({ serverIds: [randomUUIDv7()] })).toBe('404 server.not_registered')
})
