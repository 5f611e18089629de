import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type PortalLink, PortalUnreachable, type ReachResult } from '../portal-link.ts'

/** The result of one check; `detail` says what was found. */
export interface CheckResult {
  name: string
  ok: boolean
  detail: string
}

const host = '127.0.0.1'

export interface LogReceiver {
  url: string
  checkName: string
  /** Says what arrived; null while nothing did. Throws PortalUnreachable. */
  findArrived: () => Promise<string | null> | string | null
  close: () => void
}

/** The portal itself receives the log. */
export function openPortalLog(portal: PortalLink): LogReceiver {
  return {
    url: portal.url,
    checkName: 'the log arrives at the portal',
    findArrived: async () => {
      const { log } = await portal.readResult()
      return log === null ? null : `${log} bytes`
    },
    close: () => undefined,
  }
}

/** The ways between host and portal that need a running game: the portal's queries, and the upload of a demo. */
export async function checkPortal(
  portal: PortalLink,
  { port, demoBytes }: { port: number; demoBytes: number },
  rconPassword: string,
): Promise<CheckResult[]> {
  const attempt = async (name: string, act: () => Promise<string>): Promise<CheckResult> => {
    try {
      return { name, ok: true, detail: await act() }
    } catch (error) {
      if (!(error instanceof PortalUnreachable)) throw error
      return { name, ok: false, detail: error.message }
    }
  }
  const { publicHost } = portal
  const reach = publicHost === null ? null : await attemptReach(portal, publicHost, port, rconPassword)
  const upload = await attempt('a demo is uploaded to the portal', async () => {
    await portal.uploadDemo(demoBytes)
    const { demo } = await portal.readResult()
    if (demo === null || demo < demoBytes) throw new PortalUnreachable(`${demo ?? 0} bytes arrived`)
    return `${demo} bytes`
  })
  return [...(reach ?? []), upload]
}

async function attemptReach(
  portal: PortalLink,
  publicHost: string,
  port: number,
  rconPassword: string,
): Promise<CheckResult[]> {
  const names = ['the portal reaches the game port (UDP)', 'the portal reaches RCON (TCP)'] as const
  try {
    const { query, rcon } = await portal.probe(publicHost, port, rconPassword)
    const describe = (one: ReachResult['query'] | null) => one?.problem ?? `${one?.ms ?? 0} ms`
    return [
      { name: names[0], ok: query.ok, detail: describe(query) },
      { name: names[1], ok: rcon?.ok === true, detail: describe(rcon) },
    ]
  } catch (error) {
    if (!(error instanceof PortalUnreachable)) throw error
    return names.map((name) => ({ name, ok: false, detail: error.message }))
  }
}

/** Receives the log of the tried server on loopback, in place of the portal. */
export async function openLogReceiver(): Promise<LogReceiver> {
  let first: string | null = null
  const server = createServer((request, response) => {
    request
      .setEncoding('utf8')
      .on('data', (chunk: string) => (first ??= chunk.split('\n')[0]?.trim() ?? null))
    request.on('end', () => response.end())
  }).listen(0, host)
  await once(server, 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    checkName: 'the log arrives',
    findArrived: () => first,
    close: () => server.close(() => undefined).closeAllConnections(),
  }
}
