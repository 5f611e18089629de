import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { notify } from '../../../platform/database/index.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { secretsChannel } from './report-secrets.store.ts'
import { ReportSources } from './report-sources.ts'
import { registerTestServer } from '../../servers/testing/servers-app.ts'
import { createEventsApp, issueTestSecret, buildBatch, postLog } from '../testing/events-app.ts'

let context: TestContext
let app: App
let sim: Gamesim | undefined

beforeAll(async () => {
  context = await createTestContext()
  app = await createEventsApp(context)
  const publicUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  Object.assign(context.config, { publicUrl })
})

afterEach(async () => {
  await sim?.close()
  await context.database.deleteFrom('servers').execute()
})

afterAll(async () => {
  await app.close()
  await context.destroy()
})

interface ReportAddress {
  log: string
  matchzy: string
  commands: string[]
}

const ask = (id: string, verb: 'report-secret' | 'connect-log') =>
  app.inject({ method: 'POST', url: `/api/operator/servers/${id}/${verb}`, headers: asOperator })

const secretOf = ({ log }: ReportAddress) => log.split('/').at(-1) ?? ''
const line = Buffer.from('11/21/2026 - 14:02:07.123 - World triggered "Round_Start"\n')
const missing = '0195ffff-ffff-7fff-bfff-ffffffffffff'

test('I10 an operator gets a server’s address once; only its digest is stored', async () => {
  const id = await registerTestServer(app, {})
  const address = (await ask(id, 'report-secret')).json<ReportAddress>()
  const secret = secretOf(address)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(address).toEqual({
    log: `${context.config.publicUrl}/api/events/log/${secret}`,
    matchzy: `${context.config.publicUrl}/api/events/matchzy`,
    commands: [
      'sv_logfile "1"',
      'log "on"',
      'mp_logdetail "0"',
      `logaddress_add_http "${address.log}"`,
      `matchzy_remote_log_url "${address.matchzy}"`,
      'matchzy_remote_log_header_key "Authorization"',
      `matchzy_remote_log_header_value "Bearer ${secret}"`,
    ],
  })
  const rows = await context.database
    .selectFrom('event_secrets')
    .selectAll()
    .where('server_id', '=', id)
    .execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(secretOf((await ask(id, 'report-secret')).json())).not.toBe(secret)
})

test('I10 a revoked secret is refused also when the change could not be loaded at once', async () => {
  const id = await registerTestServer(app, {})
  const secret = await issueTestSecret(app, id)
  const send = (begins: number) => postLog(app, secret, buildBatch('A', begins, line))
  expect(await send(0)).toBe(200)
  const warn = vi.spyOn(context.log, 'warn')
  await sql`alter table event_secrets rename to secrets_away`.execute(context.database)
  await sql`update secrets_away set revoked_at = now() where server_id = ${id}`.execute(context.database)
  await notify(context.database, secretsChannel)
  await vi.waitFor(() => expect(warn).toHaveBeenCalled())
  await sql`alter table secrets_away rename to event_secrets`.execute(context.database)
  await vi.waitFor(async () => expect(await send(1_000)).toBe(410), 10_000)
})

test('I10 only the operator issues, revokes or reads', async () => {
  const id = await registerTestServer(app, {})
  const calls = [
    ['POST', `/api/operator/servers/${id}/report-secret`],
    ['DELETE', `/api/operator/servers/${id}/report-secret`],
    ['POST', `/api/operator/servers/${id}/connect-log`],
    ['GET', '/api/operator/feeds'],
  ] as const
  for (const [method, url] of calls) expect((await app.inject({ method, url })).statusCode).toBe(401)
  for (const [method, url] of calls.slice(0, 3)) {
    const gone = await app.inject({ method, url: url.replace(id, missing), headers: asOperator })
    expect([gone.statusCode, gone.json<{ code: string }>().code]).toEqual([404, 'server.not_registered'])
  }
})

async function playing(rconPassword: string | undefined, settings = {}) {
  sim = await startGamesim({
    servers: [{ mode: 'dm', autoplay: false, rconPassword: 'right', ...settings }],
  })
  const [game] = sim.servers
  if (!game) throw new Error('no server')
  const id = await registerTestServer(app, {
    port: game.port,
    ...(rconPassword && { rcon_password: rconPassword }),
  })
  return { game, id }
}

const batchesOf = async (id: string) => {
  const rows = await context.database
    .selectFrom('event_batches as b')
    .innerJoin('event_streams as s', 's.id', 'b.stream_id')
    .select('b.body')
    .where('s.server_id', '=', id)
    .execute()
  return rows.map(({ body }) => String(body)).join('')
}

test('I10 a running server is configured by RCON where to report, and reports there; its previous feed continues until then', async () => {
  const { game, id } = await playing('right')
  const old = await issueTestSecret(app, id)
  game.runCommandLine(`logaddress_add_http "${context.config.publicUrl}/api/events/log/${old}"`)
  const other = await registerTestServer(app, { port: 27_999 })
  const foreign = `${context.config.publicUrl}/api/events/log/${await issueTestSecret(app, other)}`
  game.runCommandLine(`logaddress_add_http "${foreign}"`)
  const answer = await ask(id, 'connect-log')
  expect(answer.statusCode).toBe(200)
  const address = answer.json<ReportAddress>()
  const listed = () => game.runCommandLine('logaddress_list_http')
  expect(listed()).toContain(address.log)
  game.connect({ name: '小明', steamId: '76561198000000001' })
  await game.flushLog()
  expect(await batchesOf(id)).toContain('小明')
  expect(await batchesOf(id)).not.toContain(secretOf(address))
  await vi.waitFor(async () => expect(await postLog(app, old, buildBatch('x', 0, line))).toBe(410))
  // The game removes the address that is answered 410, and keeps those of others.
  await vi.waitFor(async () => {
    // Only a log with new lines is sent, and the batch before may have arrived while the old address was valid.
    game.runCommandLine('say still here')
    await game.flushLog()
    expect(listed()).not.toContain(old)
  })
  expect(listed()).toContain(foreign)
})

test.each([
  ['without a password', undefined, {}, 409, 'server.no_rcon'],
  ['with a wrong password', 'wrong', {}, 424, 'server.rcon_failed'],
  ['whose console is closed', 'right', { rcon: false }, 424, 'server.rcon_failed'],
])(
  'I10 a server %s cannot be connected, and its feed is not interrupted',
  async (_, password, settings, status, code) => {
    const { id } = await playing(password, settings)
    const old = await issueTestSecret(app, id)
    const answer = await ask(id, 'connect-log')
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code])
    expect(await postLog(app, old, buildBatch('x', 0, line))).toBe(200)
    const secrets = await context.database
      .selectFrom('event_secrets')
      .selectAll()
      .where('server_id', '=', id)
      .execute()
    expect(secrets.map(({ revoked_at }) => revoked_at)).toEqual([null])
  },
)

test('C a secret that a failed reload was to look up is found by the next one', async () => {
  const { database } = context
  const secret = await issueTestSecret(app, await registerTestServer(app, {}))
  const warn = vi.fn<() => void>()
  const sources = await ReportSources.open({ ...context, log: { ...context.log, warn } as never })
  // The next look waits a second from here.
  await sources.find('x'.repeat(43)).catch(() => undefined)
  const found = sources.find(secret)
  await sql`alter table event_secrets rename to gone`.execute(database)
  await notify(database, secretsChannel)
  await vi.waitFor(() => expect(warn).toHaveBeenCalled())
  await sql`alter table gone rename to event_secrets`.execute(database)
  expect(await found).toMatchObject({ rentalId: null })
  await sources.close()
})
