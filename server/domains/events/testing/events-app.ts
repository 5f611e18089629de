import type { NewServer } from '@clutch/contract/api/servers/operator-servers.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { createServersApp, registerTestServer } from '../../servers/testing/servers-app.ts'
import { asOperator } from '../../../testing/http.ts'
import { registerEvents, createRosterSource } from '../index.ts'

/** What a game server shows to be believed in a test, and which it is. */
export interface TestReporter {
  id: string
  secret: string
}

/** One POST of a log. */
export interface SentBatch {
  body: Buffer
  headers: Record<string, string>
}

/** The web side of servers and events on an app context. */
export async function createEventsApp(context: AppContext): Promise<App> {
  const app = await createServersApp(context, undefined, [createRosterSource(context)])
  await registerEvents(context, app)
  return app
}

let nextPort = 20_000

/** Registers a server that may report. */
export async function addReporter(app: App, server: Partial<NewServer> = {}): Promise<TestReporter> {
  const id = await registerTestServer(app, { port: nextPort++, board: 'dm', ...server })
  return { id, secret: await issueTestSecret(app, id) }
}

/** A server's new secret. */
export async function issueTestSecret(app: App, id: string): Promise<string> {
  const url = `/api/operator/servers/${id}/report-secret`
  const answer = await app.inject({ method: 'POST', url, headers: asOperator })
  return new URL(answer.json<{ log: string }>().log).pathname.split('/').at(-1) ?? ''
}

/** Leaves a batch of a log and answers the status. */
export async function postLog(app: App, secret: string, { body, headers }: SentBatch): Promise<number> {
  const url = `/api/events/log/${secret}`
  const answer = await app.inject({ method: 'POST', url, headers, payload: body })
  return answer.statusCode
}

/** The headers of a batch at a place of a run. */
export function buildBatch(token: string, begins: number, body: Buffer): SentBatch {
  const headers = {
    'content-type': 'text/plain',
    'x-server-instance-token': token,
    'x-logbytes-beginoffset': String(begins),
    'x-logbytes-endoffset': String(begins + body.length),
  }
  return { body, headers }
}
