import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { SealBroken } from '../../../platform/keys/keys.ts'
import { isAddressBlocked, createAddressPolicy } from '../../../platform/network/outgoing-requests.ts'
import { RconClient, RconFailed, RconAuthFailed } from './rcon-client.ts'
import { RconRefusals } from './rcon-refusals.ts'
import { findServer } from '../registry/registry.store.ts'
import { rconSealContext } from '../registry/registry.service.ts'

/** The RCON connection to a registered server, for the duration of a caller's work. */
export interface RconSession {
  /** Connects and signs in, as the first line would do; throws as `run` does. */
  connect(): Promise<void>
  /** Runs a line made by `rconLine` or `rconPlainLine`; throws `server.rcon_failed` or `server.private_address`. */
  run(line: string): Promise<string>
  close(): void
}

/**
 * Opens a server's console with the RCON password the operator stored; throws `server.not_registered`, `server.no_rcon`
 * or `server.rcon_failed`. Nothing is connected before the first line.
 */
export async function openRcon(
  context: Pick<AppContext, 'database' | 'keys' | 'config' | 'clock'>,
  id: string,
): Promise<RconSession> {
  const server = await findServer(context.database, id)
  if (!server) throw new PortalError('server.not_registered', 'There is no such server')
  if (server.rcon_password === null)
    throw new PortalError('server.no_rcon', 'No RCON password is stored for this server')
  const password = openPassword(context, server.rcon_password, id)
  const target = { host: server.ip, port: server.port, password }
  const sealed = { id, ip: server.ip, port: server.port, sealedRcon: server.rcon_password }
  const client = new RconClient(target, {
    mayReach: createAddressPolicy(context.config),
    refusals: new RconRefusals(context, sealed),
  })
  return {
    connect: () => client.connect().catch(throwRconError),
    run: (line) => client.run(line).catch(throwRconError),
    close: () => client.close(),
  }
}

function openPassword({ keys }: Pick<AppContext, 'keys'>, sealed: string, id: string): string {
  try {
    return keys.open(sealed, rconSealContext(id))
  } catch (error) {
    return throwRconError(error)
  }
}

/** Throws an RCON failure as the API error of the caller. */
export function throwRconError(cause: unknown): never {
  if (isAddressBlocked(cause))
    throw new PortalError(
      'server.private_address',
      'The settings allow no private addresses; CLUTCH_ALLOW_PRIVATE=1 does',
      { cause },
    )
  if (cause instanceof RconAuthFailed)
    throw new PortalError('server.rcon_failed', 'The server refused the RCON password', { cause })
  if (cause instanceof RconFailed)
    throw new PortalError('server.rcon_failed', 'The server’s console did not answer', { cause })
  if (cause instanceof SealBroken)
    throw new PortalError('server.rcon_failed', 'The stored RCON password cannot be read', { cause })
  throw cause
}
