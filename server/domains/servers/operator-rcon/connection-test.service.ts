import type { Body } from '@clutch/contract/api/call.ts'
import type { operatorTestServer, ServerTest } from '@clutch/contract/api/servers/operator-server-control.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { isAddressBlocked, createAddressPolicy } from '../../../platform/network/outgoing-requests.ts'
import type { QueryDriver } from '../query/query-driver.ts'
import { RconClient, RconFailed, RconAuthFailed } from '../rcon/rcon-client.ts'
import { forgetRefusals } from '../rcon/rcon-refusals.store.ts'
import { findServer } from '../registry/registry.store.ts'
import { assertProtocol, rconSealContext } from '../registry/registry.service.ts'
import { normalizeAddress } from '../addresses/address-resolver.ts'
import { QueryFailed } from '../query/query-failed.ts'
import { cleanText, maxTextLength } from '../query/clean-text.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'config'>
type TestRequest = Body<typeof operatorTestServer>
type Problem = NonNullable<ServerTest['query']['problem']>

/**
 * Queries a server as the portal would: its query port and, with a password, its RCON. Nothing is stored; a stored password that the
 * server takes is not paused any more.
 * Throws `request.invalid` for an unknown game, `server.private_address` for an address that may not be
 * called, `server.not_registered`.
 */
export async function testServerConnection(
  context: Dependencies,
  query: QueryDriver,
  input: TestRequest,
): Promise<ServerTest> {
  const { protocol, port } = input
  await assertProtocol(context, protocol)
  const ip = normalizeAddress(input.ip)
  const stored = input.rcon_password ? null : await storedPassword(context, input, ip)
  const password = input.rcon_password || stored
  const [answer, rcon] = await Promise.all([
    measure(context, async () => {
      const { name, map, players, max, bots } = await query.ask({ protocol, ip, port }, { list: false })
      return { name, map, players, max, bots }
    }),
    password ? measure(context, () => readHostname(context, { host: ip, port, password })) : null,
  ])
  if (rcon?.ok && stored !== null && input.server !== undefined)
    await forgetRefusals(context.database, input.server)
  return { query: answer, rcon }
}

/** A stored password is only sent to the server it was stored for. */
async function storedPassword(
  context: Dependencies,
  { server: id, port }: TestRequest,
  ip: string,
): Promise<string | null> {
  if (id === undefined) return null
  const server = await findServer(context.database, id)
  if (!server) throw new PortalError('server.not_registered', 'There is no such server')
  if (server.rcon_password === null || server.ip !== ip || server.port !== port) return null
  return context.keys.open(server.rcon_password, rconSealContext(id))
}

async function readHostname(
  context: Dependencies,
  target: { host: string; port: number; password: string },
): Promise<{ hostname: string }> {
  const client = new RconClient(target, { mayReach: createAddressPolicy(context.config) })
  try {
    const [, hostname = ''] = /hostname"?\s*[=:]\s*"?([^"\n]*)/.exec(await client.run('hostname')) ?? []
    return { hostname: cleanText(hostname, maxTextLength.server) }
  } finally {
    client.close()
  }
}

async function measure<T>(
  { clock }: Pick<AppContext, 'clock'>,
  work: () => Promise<T>,
): Promise<{ ok: boolean; ms: number; problem: Problem | null; detail: T | null }> {
  const began = clock.monotonicMs()
  const ms = () => Math.round(clock.monotonicMs() - began)
  try {
    const detail = await work()
    return { ok: true, ms: ms(), problem: null, detail }
  } catch (error) {
    return { ok: false, ms: ms(), problem: toProblem(error), detail: null }
  }
}

function toProblem(error: unknown): Problem {
  if (isAddressBlocked(error)) return 'private_address'
  if (error instanceof RconAuthFailed) return 'refused'
  if (error instanceof RconFailed) return isUnreachable(error.cause) ? 'unreachable' : 'silent'
  if (error instanceof QueryFailed) return 'silent'
  throw error
}

function isUnreachable(cause: unknown): boolean {
  return (
    cause instanceof Error &&
    'code' in cause &&
    /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/.test(String(cause.code))
  )
}
