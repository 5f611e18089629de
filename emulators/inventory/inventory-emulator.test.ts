import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InventoryEmulator, startInventoryEmulator } from './index.ts'
import { getTestCluster } from '@clutch/tools/testing/test-cluster.ts'

const apiKey = 'a-key-of-the-tests'
const ada = '76561198000000001'

/** A database of its own in the cluster of this run. */
const name = `inventory_${process.pid}`
const cluster = await getTestCluster()
const query = new URLSearchParams({ host: cluster.host, port: String(cluster.port) })
const databaseUrl = `postgres://${cluster.user}@localhost/${name}?${query.toString()}`

let inventory: InventoryEmulator
let now = Date.UTC(2026, 6, 1)

/** Runs one statement in a database of the cluster. */
async function run(database: string, statement: string, values: string[] = []): Promise<void> {
  const client = new pg.Client({ ...cluster, database })
  await client.connect()
  try {
    await client.query(statement, values)
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  await run('postgres', `create database ${name}`)
  inventory = await startInventoryEmulator({ databaseUrl, apiKey, now: () => now })
  const user = `insert into "User" (id, name, avatar, "updatedAt") values ($1, '<b>Ada</b>', '', now())`
  await run(name, user, [ada])
})
afterAll(async () => {
  await inventory.stop()
  await run('postgres', `drop database ${name} with (force)`)
})

const askToken = (body: unknown) =>
  fetch(`${inventory.url}/api/sign-in`, { method: 'POST', body: JSON.stringify(body) })
const tokenOf = async () =>
  ((await (await askToken({ apiKey, userId: ada })).json()) as { token: string }).token

/** Opens the callback like a browser: where it leads to, and the cookie it brings. */
async function open(token: string) {
  const answer = await fetch(`${inventory.url}/api/sign-in/callback?token=${token}`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
  return answer.headers.get('set-cookie')
}

async function pageOf(cookie: string | null): Promise<string> {
  const [pair = ''] = (cookie ?? '').split(';')
  return (await fetch(inventory.url, { headers: { cookie: pair } })).text()
}

test.each([
  [{ apiKey: 'a-key-without-its-scope', userId: ada }, 401],
  [{ apiKey, userId: '76561198000000002' }, 400],
  [{ apiKey }, 400],
  [{ apiKey: 5, userId: ada }, 400],
  [null, 400],
])('asked by %j it answers %d', async (body, status) => {
  expect((await askToken(body)).status).toBe(status)
})

test('a token lets in once, and its cookie is Lax and out of reach for scripts', async () => {
  const token = await tokenOf()
  const cookie = await open(token)
  expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(await pageOf(cookie)).toContain('&#60;b&#62;Ada&#60;/b&#62;')
  expect(await open(token)).toBeNull()
  expect(await open('x')).toBeNull()
  expect(await pageOf(null)).toContain('未登录')
})

test('a token is too old after 60 seconds', async () => {
  const [early, late] = [await tokenOf(), await tokenOf()]
  now += 59_999
  expect(await open(early)).not.toBeNull()
  now += 1
  expect(await open(late)).toBeNull()
})

test('what is put on stays on, and signing out ends the session', async () => {
  const cookie = await open(await tokenOf())
  const headers = { cookie: cookie?.split(';')[0] ?? '' }
  const post = (path: string, body = '') =>
    fetch(`${inventory.url}${path}`, { method: 'POST', body, headers, redirect: 'manual' })
  await post('/equip', 'item=ak-frost')
  await post('/equip', 'item=no-such-thing')
  expect((await pageOf(cookie)).match(/data-equipped/g)).toHaveLength(1)
  await post('/equip', 'item=ak-frost')
  expect(await pageOf(cookie)).not.toContain('data-equipped')
  await post('/sign-out')
  expect(await pageOf(cookie)).toContain('未登录')
})

test('it says what it is, and answers under the names of this machine only', async () => {
  expect(await pageOf(null)).toContain('模拟器')
  const { hostname, port } = new URL(inventory.url)
  const { request } = await import('node:http')
  const status = await new Promise((resolve, reject) => {
    request({ hostname, port, headers: { host: 'evil.example' } }, (answer) => resolve(answer.statusCode))
      .on('error', reject)
      .end()
  })
  expect(status).toBe(403)
})
