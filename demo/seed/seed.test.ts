import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { seasonName, seedCommunity } from './seed-community.ts'
import { createFirstOperator } from './first-operator.ts'
import { type PlacedServer, writeGamesimConfig } from '../game-servers/community-servers.ts'
import type { OperatorCall } from './operator-calls.ts'
import { configureEventReporting } from '../game-servers/event-reporting.ts'
import { type SeedMarks, openSeedMarks, seedServers } from './seed.ts'
import { sampleFaqs } from '../samples/sample-faqs.ts'
import { seedStore } from './seed-store.ts'
import { seedEmulatorFaq } from './seed-emulator-faq.ts'
import { sampleServers } from '../samples/sample-servers.ts'

let folder: string
let given: SeedMarks
let played: PlacedServer[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clutch-seed-'))
  given = openSeedMarks(join(folder, 'demo.samples'))
  played = sampleServers.map((sample, at) => ({
    sample,
    ip: '127.0.0.1',
    port: 27_115 + at,
    rconPassword: `password-${at}`,
    folder: join(folder, String(at)),
  }))
})

afterEach(() => rmSync(folder, { recursive: true }))

interface KnownServer {
  id: string
  name: string
  port: number
  board?: string | null
  may_bind?: boolean
}

/** A fake operator API that stores servers and seasons, creates secrets, and counts other calls. */
function aPortal() {
  const servers: KnownServer[] = []
  const seasons: unknown[] = []
  const writes: string[] = []
  let secrets = 0
  const call = async (method: string, path: string, body?: unknown) => {
    if (path === 'seasons') return method === 'GET' ? [...seasons] : seasons.push(body)
    if (method === 'GET') return [...servers]
    if (path.endsWith('/report-secret')) {
      const log = `https://cs.example.org/api/events/log/secret-${++secrets}`
      return { log, matchzy: '', commands: ['log on', `logaddress_add_http "${log}"`] }
    }
    if (!path.startsWith('servers')) return void writes.push(path)
    if (method === 'PATCH')
      return Object.assign(servers.find(({ id }) => path === `servers/${id}`) ?? {}, body)
    const server = { id: `id-${servers.length}`, ...(body as { name: string; port: number }) }
    servers.push(server)
    return server
  }
  return { servers, seasons, writes, call: call as OperatorCall }
}

test('samples are given once: a second start moves them, brings none back and repeats no text', async () => {
  const { servers, writes, call } = aPortal()
  await seedServers(call, played, given)
  expect(servers.map(({ port }) => port)).toEqual(played.map(({ port }) => port))
  expect(servers.map(({ board }) => board)).toEqual(['dm', 'retakes', null, 'solo', 'dm-pistol'])
  expect(servers[0]).toMatchObject({ free_for_all: true })
  expect(servers.every(({ may_bind }) => may_bind)).toBe(true)
  expect(writes).toEqual(['portal', 'announcements', ...sampleFaqs.map(() => 'faqs')])
  const once = writes.length

  servers.shift()
  const moved = played.map((server) => ({ ...server, port: server.port + 100 }))
  const seeded = await seedServers(call, moved, given)
  expect(servers.map(({ port }) => port)).toEqual(played.slice(1).map(({ port }) => port + 100))
  expect(seeded.map(({ id }) => id)).toEqual(servers.map(({ id }) => id))
  expect(writes).toHaveLength(once)
})

test('an operator who removed every sample keeps an empty list and their own texts', async () => {
  const { servers, writes, call } = aPortal()
  await seedServers(call, played, given)
  const once = writes.length
  servers.length = 0
  expect(await seedServers(call, played, given)).toEqual([])
  expect(servers).toEqual([])
  expect(writes).toHaveLength(once)
})

test('an older portal gets settings, and its samples boards and bind codes, once; then they are the operator’s', async () => {
  const { servers, writes, call } = aPortal()
  for (const { sample } of played) {
    servers.push({ id: sample.name, name: sample.name, port: 1 })
    given.add(sample.name)
  }
  await seedServers(call, played, given)
  expect(servers[0]).toMatchObject({ board: 'dm', free_for_all: true, may_bind: true })
  const once = ['portal', ...sampleFaqs.map(() => 'faqs')]
  expect(writes).toEqual(once)
  Object.assign(servers[0] ?? {}, { board: null, may_bind: false })
  await seedServers(call, played, given)
  expect(servers[0]).toMatchObject({ board: null, may_bind: false })
  expect(writes).toEqual(once)
})

test('a season is opened if there is none, and people are added to groups once', async () => {
  const { seasons, writes, call } = aPortal()
  await seedCommunity(call, given, new Date('2026-11-21T00:00:00Z'))
  expect(seasons).toEqual([{ name: { zh: '2026 秋季赛', en: '2026 Autumn' } }])
  const grants = writes.map((path) => /^memberships\/(\d{17})\/(vip|pro|kol|op)$/.exec(path)?.[1] ?? '')
  expect(grants.length).toBeGreaterThan(10)
  expect(grants.every(isSteamId)).toBe(true)
  await seedCommunity(call, given, new Date('2027-05-01T00:00:00Z'))
  expect(seasons).toHaveLength(1)
  expect(writes).toHaveLength(grants.length)
})

test('one of the samples is made an operator once; without them there is no link', async () => {
  const ops = new Set<string>()
  const links: string[] = []
  const call = (async (method: string, path: string) => {
    if (method === 'PUT') return void ops.add(path.split('/')[1] ?? '')
    if (method === 'GET') return [...ops].map((steamId) => ({ steamId }))
    return { url: `https://cs.example.org/auth/link#token=${links.push(path)}`, expires: 1 }
  }) as OperatorCall
  const steamId = '76561199990265731'
  const link = await createFirstOperator(call, given)
  expect(link).toEqual({ steamId, url: 'https://cs.example.org/auth/link#token=1', expires: 1 })
  expect(await createFirstOperator(call, given)).toMatchObject({
    url: 'https://cs.example.org/auth/link#token=2',
  })
  expect(links).toEqual(Array(2).fill(`ops/${steamId}/sign-in-link`))
  ops.clear()
  expect(await createFirstOperator(call, given)).toBe(null)
  expect(links).toHaveLength(2)
})

test.each([
  ['2026-11-30T15:59:59Z', '2026 秋季赛', '2026 Autumn'],
  ['2026-11-30T16:00:00Z', '2026 冬季赛', '2026 Winter'],
  ['2027-02-28T12:00:00Z', '2027 冬季赛', '2027 Winter'],
  ['2027-03-01T12:00:00Z', '2027 春季赛', '2027 Spring'],
  ['2027-08-31T12:00:00Z', '2027 夏季赛', '2027 Summer'],
])('the season of %s is named by its quarter in Shanghai', (now, zh, en) => {
  expect(seasonName(new Date(now))).toEqual({ zh, en })
})

test('each sample reports with its own secret, which is in its cfg alone and is new at every start', async () => {
  const { call } = aPortal()
  const seeded = await seedServers(call, played, given)
  const cfgOf = (server: PlacedServer) => join(server.folder, 'cfg/server.cfg')
  await configureEventReporting(call, seeded, 'http://127.0.0.1:8080')
  const first = played.map((server) => readFileSync(cfgOf(server), 'utf8'))
  expect(first[0]).toBe('log on\nlogaddress_add_http "http://127.0.0.1:8080/api/events/log/secret-1"\n')
  expect(new Set(first).size).toBe(played.length)
  expect(played.map((server) => statSync(cfgOf(server)).mode & 0o777)).toEqual(played.map(() => 0o600))

  writeGamesimConfig(join(folder, 'gamesim.json'), played)
  expect(() => readFileSync(cfgOf(played[0] as PlacedServer))).toThrow('ENOENT')
  await configureEventReporting(call, seeded, 'http://127.0.0.1:8080')
  expect(first).not.toContain(readFileSync(cfgOf(played[0] as PlacedServer), 'utf8'))
})

test('the shop is filled once: prices of every product in both currencies, a coupon, privileges, the commands of VIP', async () => {
  const { writes, call } = aPortal()
  await seedStore(call, given)
  const filled = [...writes]
  for (const product of ['vip', 'vip_card', 'server_rental'])
    for (const currency of ['CNY', 'USD']) expect(filled).toContain(`prices/${product}/1m/${currency}`)
  expect(filled).toEqual(expect.arrayContaining(['coupons/WELCOME10', 'privileges', 'portal']))
  await seedStore(call, given)
  expect(writes).toEqual(filled)
})

test('J1 the question about emulators is updated at each start, unless an operator removed it', async () => {
  interface Faq {
    id: string
    question: { zh: string }
    answer: { zh: string; en: string }
  }
  const faqs: Faq[] = []
  const call = async (method: string, path: string, body?: unknown) => {
    if (method === 'GET') return [...faqs]
    if (method === 'PATCH') return Object.assign(faqs.find(({ id }) => path === `faqs/${id}`) ?? {}, body)
    return faqs.push({ id: '1', ...(body as Omit<Faq, 'id'>) })
  }
  const pages = { payments: 'http://127.0.0.1:8092', mail: 'http://127.0.0.1:8091', steam: null }
  await seedEmulatorFaq(call as OperatorCall, given, { payments: null, mail: null, steam: null })
  expect(faqs).toEqual([])
  await seedEmulatorFaq(call as OperatorCall, given, pages)
  await seedEmulatorFaq(call as OperatorCall, given, { ...pages, payments: 'http://127.0.0.1:9000' })
  expect(faqs).toHaveLength(1)
  for (const answer of Object.values(faqs[0]?.answer ?? {})) {
    expect(answer).toContain('href="http://127.0.0.1:9000"')
    expect(answer).toContain('href="http://127.0.0.1:8091"')
    expect(answer).not.toContain('authenticator')
  }
  faqs.length = 0
  await seedEmulatorFaq(call as OperatorCall, given, pages)
  expect(faqs).toEqual([])
})
