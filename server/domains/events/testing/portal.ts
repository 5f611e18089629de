import type { NewServer } from '@clutch/contract/api/operator.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { createTestPortal, register } from '../../servers/testing/portal.ts'
import { asOperator } from '../../../testing/http.ts'
import { registerEvents, rosterSource } from '../index.ts'

/** What a game server shows to be believed in a test, and which it is. */
export interface Reporter {
  id: string
  secret: string
}

/** One POST of a log. */
export interface Sent {
  body: Buffer
  headers: Record<string, string>
}

/** The web side of servers and events on an app context. */
export async function createEventsPortal(context: AppContext): Promise<App> {
  const app = await createTestPortal(context, undefined, [rosterSource(context)])
  await registerEvents(context, app)
  return app
}

let ports = 20_000

/** Registers a server that may report. */
export async function addReporter(app: App, server: Partial<NewServer> = {}): Promise<Reporter> {
  const id = await register(app, { port: ports++, board: 'dm', ...server })
  return { id, secret: await issue(app, id) }
}

/** A server's new secret. */
export async function issue(app: App, id: string): Promise<string> {
  const url = `/api/operator/servers/${id}/report-secret`
  const answer = await app.inject({ method: 'POST', url, headers: asOperator })
  return new URL(answer.json<{ log: string }>().log).pathname.split('/').at(-1) ?? ''
}

/** Leaves a batch of a log and answers the status. */
export async function postLog(app: App, secret: string, { body, headers }: Sent): Promise<number> {
  const url = `/api/events/log/${secret}`
  const answer = await app.inject({ method: 'POST', url, headers, payload: body })
  return answer.statusCode
}

/** The headers of a batch at a place of a run. */
export function placed(token: string, begins: number, body: Buffer): Sent {
  const headers = {
    'content-type': 'text/plain',
    'x-server-instance-token': token,
    'x-logbytes-beginoffset': String(begins),
    'x-logbytes-endoffset': String(begins + body.length),
  }
  return { body, headers }
}
