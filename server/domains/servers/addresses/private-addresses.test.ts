import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServerTest } from '@clutch/contract/api/servers/operator-server-control.ts'
import { type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { createAddressPolicy } from '../../../platform/network/outgoing-requests.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { ServerAddressBlocked, AddressGuard } from './address-guard.ts'
import { createQueryDriver } from '../query/query-driver.ts'
import { RconClient, RconFailed } from '../rcon/rcon-client.ts'
import { createServersApp, buildServer } from '../testing/servers-app.ts'

let context: TestContext
let app: App
let sim: Gamesim
const publicOnly = createAddressPolicy({ allowPrivate: false })

beforeAll(async () => {
  context = await createTestContext()
  context.config = { ...context.config, allowPrivate: false }
  app = await createServersApp(context)
  sim = await startGamesim({ servers: [{ rconPassword: 'right', autoplay: false }], seed: 'private' })
})

afterAll(async () => {
  await app.close()
  await sim.close()
  await context.destroy()
})

const post = (path: string, payload: object) =>
  app.inject({ method: 'POST', url: `/api/operator/servers${path}`, headers: asOperator, payload })
const port = () => sim.servers[0]?.port ?? 0
const code = (answer: Awaited<ReturnType<typeof post>>) => [
  answer.statusCode,
  answer.json<{ code?: string }>().code,
]
const refused = [400, 'server.private_address']

test.each(['127.0.0.1', '10.1.2.3', '192.168.1.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', 'localhost'])(
  'J a server at %s is not registered where private addresses are not allowed',
  async (ip) => {
    expect(code(await post('', buildServer({ ip, port: port() })))).toEqual(refused)
  },
)

test('J nor is one moved there, nor one of a game that is asked over HTTP', async () => {
  const { id } = (await post('', buildServer({ ip: '8.8.8.8' }))).json<{ id: string }>()
  const moved = await app.inject({
    method: 'PATCH',
    url: `/api/operator/servers/${id}`,
    headers: asOperator,
    payload: { ip: '127.0.0.1' },
  })
  expect(code(moved)).toEqual(refused)
  expect(code(await post('', buildServer({ ip: '8.8.4.4', protocol: 'gta5f' })))).toEqual(refused)
})

test('J a test calls no private address, and says so', async () => {
  for (const ip of ['127.0.0.1', 'localhost']) {
    const asked = { ip, port: port(), rcon_password: 'right' }
    const { query, rcon } = (await post('/test', asked)).json<ServerTest>()
    expect(query).toMatchObject({ ok: false, problem: 'private_address', detail: null })
    expect(rcon).toMatchObject({ ok: false, problem: 'private_address', detail: null })
  }
})

test('J the console of a server that was registered before is not opened any more', async () => {
  Object.assign(context.config, { allowPrivate: true })
  const response = await post('', buildServer({ ip: '127.0.0.1', port: port(), rcon_password: 'right' }))
  const { id } = response.json<{ id: string }>()
  Object.assign(context.config, { allowPrivate: false })
  for (const [path, payload] of [
    [`/${id}/rcon`, { command: 'status' }],
    [`/${id}/message`, { text: 'hello' }],
  ] as const)
    expect(code(await post(path, payload))).toEqual(refused)
})

test('J a game that is asked over HTTP is not asked any more once private addresses are closed', async () => {
  let queries = 0
  const listening = createServer((_request, response) => {
    queries += 1
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port: httpPort } = listening.address() as AddressInfo
  const target = { protocol: 'eco', ip: '127.0.0.1', port: httpPort }
  // What the portal may call otherwise: only that it goes over HTTP is left to be refused.
  const [open, shut] = [createQueryDriver(), createQueryDriver({}, () => true)]
  await open.ask(target, { list: false }).catch(() => undefined)
  expect(queries).toBeGreaterThan(0)
  queries = 0
  await expect(shut.ask(target, { list: false })).rejects.toThrow(ServerAddressBlocked)
  expect(queries).toBe(0)
  open.close()
  shut.close()
  listening.close()
})

test('J a name that turns to a private address is followed by neither query nor console', async () => {
  let address = '8.8.8.8'
  const addresses = new AddressGuard(publicOnly, { resolve: () => Promise.resolve(address) })
  expect(await addresses.resolve('cs.example.org')).toBe('8.8.8.8')
  address = '127.0.0.1'
  await expect(addresses.resolve('cs.example.org')).rejects.toThrow(ServerAddressBlocked)

  const query = createQueryDriver({ timeoutMs: 200 }, publicOnly)
  for (const protocol of ['valve', 'openarena'])
    await expect(query.ask({ protocol, ip: 'localhost', port: port() }, { list: false })).rejects.toThrow(
      ServerAddressBlocked,
    )
  query.close()
  const console = new RconClient(
    { host: 'localhost', port: port(), password: 'right' },
    { mayReach: publicOnly },
  )
  await expect(console.run('status')).rejects.toThrow(RconFailed)
  console.close()
})
