import { createHash, randomUUIDv7 } from 'node:crypto'
import type {
  NewServer,
  RegisteredServer,
  ServerChange,
} from '@clutch/contract/api/servers/operator-servers.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { type Queries, isUniqueViolation } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { assertRevision } from '../../../platform/http/calls/revision.ts'
import { usesHttp, isGamedigGame } from '../query/gamedig-driver.ts'
import { toRegisteredServer } from './registered-server.ts'
import * as store from './registry.store.ts'
import { normalizeAddress } from '../addresses/address-resolver.ts'
import { isIP } from 'node:net'
import type { Config } from '../../../platform/config/config.ts'
import { allowAnyAddress, createAddressPolicy } from '../../../platform/network/outgoing-requests.ts'
import { ServerAddressBlocked, AddressGuard } from '../addresses/address-guard.ts'
import { QueryFailed } from '../query/query-failed.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'config'>

/** Every registered server, oldest first. */
export async function listRegisteredServers(queries: Queries): Promise<RegisteredServer[]> {
  const rows = await store.selectServers(queries).execute()
  return rows.map(toRegisteredServer)
}

/** One of them; throws `server.not_registered`. */
export async function getRegisteredServer(queries: Queries, id: string): Promise<RegisteredServer> {
  const row = await store.findServer(queries, id)
  if (!row) throw serverNotRegistered()
  return toRegisteredServer(row)
}

/**
 * Registers a server; throws `server.already_registered`, `server.private_address` if the config allows none
 * or, for an unknown game, `request.invalid`.
 */
export async function addServer(context: Dependencies, server: NewServer): Promise<RegisteredServer> {
  const { ip, rules, rcon_password, maintenance_note, ...settings } = server
  await assertProtocol(context, server.protocol)
  await assertPublicAddress(context.config, ip)
  const id = randomUUIDv7()
  const now = context.clock.now()
  const row = {
    ...settings,
    id,
    ip: normalizeAddress(ip),
    rules_zh: rules.zh,
    rules_en: rules.en,
    rules_changed_at: hasText(rules) ? now : null,
    maintenance_zh: maintenance_note.zh,
    maintenance_en: maintenance_note.en,
    rcon_password: sealPassword(context, id, rcon_password),
    created_at: now,
  }
  return saveServer(context, id, (tx) => store.insertServer(tx, row))
}

/**
 * Changes the given fields. A server that moves loses its RCON password unless a new one is given: otherwise
 * moving it to another console would reveal it. Throws `server.not_registered`, `server.already_registered`,
 * `server.private_address`, `edit.conflict` if another operator changed it since, or `request.invalid`.
 */
export async function changeServer(
  context: Dependencies,
  id: string,
  change: ServerChange,
): Promise<RegisteredServer> {
  const { ip, rules, rcon_password, maintenance_note: note, revision, ...settings } = change
  if (settings.protocol !== undefined) await assertProtocol(context, settings.protocol)
  if (ip !== undefined) await assertPublicAddress(context.config, ip)
  return saveServer(context, id, async (tx) => {
    const before = await store.lockServer(tx, id)
    if (!before) throw serverNotRegistered()
    assertRevision(before, revision)
    const host = ip === undefined ? before.ip : normalizeAddress(ip)
    const { port = before.port, protocol = before.protocol, hidden = before.hidden } = settings
    const movedAway = host !== before.ip || port !== before.port
    const password = rcon_password === undefined && movedAway ? null : rcon_password
    await store.updateServer(tx, id, {
      ...settings,
      ip: host,
      ...(rules && {
        rules_zh: rules.zh ?? before.rules_zh,
        rules_en: rules.en ?? before.rules_en,
        rules_changed_at: context.clock.now(),
      }),
      ...(note && {
        maintenance_zh: note.zh ?? before.maintenance_zh,
        maintenance_en: note.en ?? before.maintenance_en,
      }),
      ...(password !== undefined && { rcon_password: sealPassword(context, id, password) }),
    })
    if (movedAway || protocol !== before.protocol || hidden !== before.hidden)
      await store.deleteStatus(tx, id)
  })
}

/** Forgets a server and its history; throws `server.not_registered` or `edit.conflict`. */
export async function removeServer(
  context: Dependencies,
  id: string,
  expectedRevision?: number,
): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    const before = await store.lockServer(tx, id)
    if (!before) throw serverNotRegistered()
    assertRevision(before, expectedRevision)
    await store.deleteServer(tx, id)
    await store.notifyRegistryChanged(tx)
  })
}

/** How operators name a server; throws `server.not_registered`. */
export async function getServerName(queries: Queries, id: string): Promise<string> {
  return (await getRegisteredServer(queries, id)).name
}

/** Throws `server.not_registered`. */
export async function assertRegistered(queries: Queries, id: string): Promise<void> {
  await getRegisteredServer(queries, id)
}

/** Where a server's sealed RCON password belongs. */
export function rconSealContext(id: string): string {
  return `server:${id}:rcon`
}

async function saveServer(
  context: Dependencies,
  id: string,
  step: (tx: Queries) => Promise<void>,
): Promise<RegisteredServer> {
  try {
    return await context.database.transaction().execute(async (tx) => {
      await step(tx)
      await store.notifyRegistryChanged(tx)
      const row = await store.findServer(tx, id)
      if (!row) throw serverNotRegistered()
      return toRegisteredServer(row)
    })
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause
    throw new PortalError('server.already_registered', 'This address is already registered', { cause })
  }
}

function sealPassword(
  { keys }: Dependencies,
  id: string,
  password: string | null | undefined,
): string | null {
  return password ? keys.seal(password, rconSealContext(id)) : null
}

function hasText({ zh, en }: { zh: string; en: string }): boolean {
  return zh.trim() !== '' || en.trim() !== ''
}

/**
 * Throws `request.invalid` for an unknown game, `server.private_address` for an address that may not be
 * called.
 */
export async function assertProtocol(
  { config }: Pick<AppContext, 'config'>,
  protocol: string,
): Promise<void> {
  if (protocol === 'valve') return
  if (!(await isGamedigGame(protocol)))
    throw new PortalError('request.invalid', 'protocol: neither valve nor a game id of gamedig')
  if (!config.allowPrivate && (await usesHttp(protocol)))
    throw new PortalError('server.private_address', 'A game asked over HTTP may lead to private addresses')
}

/** The error for the id of no server. */
export function serverNotRegistered(): PortalError {
  return new PortalError('server.not_registered', 'There is no such server')
}

/**
 * Throws `server.private_address` if a host is, or resolves to, an address that the settings do not allow. A
 * name that cannot be resolved now passes: it is checked again each time it is used.
 */
async function assertPublicAddress(config: Pick<Config, 'allowPrivate'>, host: string): Promise<void> {
  const may = createAddressPolicy(config)
  if (may === allowAnyAddress || (isIP(host) > 0 && may(normalizeAddress(host)))) return
  try {
    await new AddressGuard(may).resolve(normalizeAddress(host))
  } catch (error) {
    if (error instanceof ServerAddressBlocked)
      throw new PortalError(
        'server.private_address',
        'The settings allow no private addresses; CLUTCH_ALLOW_PRIVATE=1 does',
        {
          cause: error,
        },
      )
    if (!(error instanceof QueryFailed)) throw error
  }
}

/** A registered server with an RCON password. */
export interface RconServer {
  id: string
  name: string
  /** Its number in the table of the VIP plugin; null: that of the portal's settings. */
  vipServerId: number | null
  /** Changes with the address, the password and that number, and reveals none. */
  fingerprint: string
  /** When the poller last saw it come back; null before it was ever seen. */
  onlineSince: Date | null
}

/** Lists the servers that `openRcon` can connect to. */
export async function listRconServers(queries: Queries): Promise<RconServer[]> {
  const rows = await store.selectRconServers(queries)
  return rows.map(({ id, name, ip, port, rcon_password, online_since, vip_server_id }) => ({
    id,
    name,
    vipServerId: vip_server_id,
    fingerprint: createHash('sha256')
      .update([ip, port, rcon_password, ...(vip_server_id === null ? [] : [vip_server_id])].join(' '))
      .digest('hex'),
    onlineSince: online_since,
  }))
}
