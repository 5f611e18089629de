import { randomUUID } from 'node:crypto'
import { type NewServer, newServerSchema } from '@clutch/contract/api/servers/operator-servers.ts'
import type { Server } from '@clutch/contract/api/servers/servers.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import { registerContent } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { createTestContext } from '../../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import { type NameSource, registerServers } from '../index.ts'
import type { QueryDriver } from '../query/query-driver.ts'
import { saveStatuses } from '../polling/server-status.store.ts'
import type { ServerStatus } from '../polling/server-status.ts'

/** The machine's own time, for tests in which something really is waited for. */
const realClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() }

/** How often the poller of a test asks, ms. */
const testPollIntervalMs = 100

/** An app context whose time runs, with a fast poller. */
export async function createRealTimeContext(
  over: Partial<AppContext> = {},
): Promise<AppContext & { destroy(): Promise<void> }> {
  const context = await createTestContext(over.database ? { database: over.database } : {})
  const config = { ...context.config, pollIntervalMs: testPollIntervalMs }
  return { ...context, config, clock: realClock, ...over }
}

/** The web side of servers and content on an app context. */
export async function createServersApp(
  context: AppContext,
  query?: QueryDriver,
  sources: readonly NameSource[] = [],
): Promise<App> {
  const app = await createTestApp(context)
  const content = await registerContent(context, app)
  await registerServers(context, app, content, sources, query)
  return app
}

/** A registration with everything that has a default. */
export function buildServer(over: Partial<NewServer> = {}): NewServer {
  return newServerSchema.parse({
    ip: '127.0.0.1',
    port: 27_015,
    name: `Server ${randomUUID().slice(0, 8)}`,
    category: 'public',
    region: 'ap-shanghai',
    ...over,
  })
}

/** Registers a server through the operator's call and answers its id. */
export async function registerTestServer(app: App, server: Partial<NewServer>): Promise<string> {
  const payload = buildServer(server)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/operator/servers',
    headers: asOperator,
    payload,
  })
  if (answer.statusCode !== 200) throw new Error(`not registered: ${answer.body}`)
  return answer.json<{ id: string }>().id
}

/** Writes what a poller saw of a server where it is registered now. */
export async function writeStatus(context: AppContext, id: string, status: ServerStatus): Promise<void> {
  const target = await context.database
    .selectFrom('servers')
    .select(['ip', 'port', 'protocol'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await saveStatuses(context.database, new Map([[id, { target, status }]]), context.clock.now())
}

/** The list as a page gets it. */
export async function fetchServerList(app: App, query = ''): Promise<Server[]> {
  const answer = await app.inject({ url: `/api/servers${query}` })
  if (answer.statusCode !== 200) throw new Error(`no list: ${answer.body}`)
  return answer.json<Server[]>()
}
