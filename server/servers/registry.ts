import { randomUUIDv7 } from 'node:crypto'
import type { NewServer, RegisteredServer, ServerChange } from '@clutch/contract/api/operator.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { readBoardMode } from '@clutch/contract/rules/board-modes.ts'
import type { Queries } from '../database/index.ts'
import type { House } from '../house.ts'
import { isGamedigGame } from './gamedig-driver.ts'
import * as store from './registry-store.ts'
import { canonicalHost } from './resolve.ts'
import { readMode } from './list.ts'

type Parts = Pick<House, 'database' | 'clock' | 'keys'>

/** Every registered server, oldest first. */
export async function listRegistered(queries: Queries): Promise<RegisteredServer[]> {
  const rows = await store.selectServers(queries).execute()
  return rows.map(registered)
}

/** Registers a server; throws `server.already_registered` or, for a game nobody knows, `request.invalid`. */
export function addServer(house: Parts, server: NewServer): Promise<RegisteredServer> {
  const { ip, rules, rcon_password, ...settings } = server
  checkProtocol(server.protocol)
  const id = randomUUIDv7()
  const now = house.clock.now()
  const row = {
    ...settings,
    id,
    ip: canonicalHost(ip),
    rules_zh: rules.zh,
    rules_en: rules.en,
    rules_changed_at: hasText(rules) ? now : null,
    rcon_password: seal(house, id, rcon_password),
    created_at: now,
  }
  return write(house, id, (tx) => store.insertServer(tx, row))
}

/** Changes what is named; throws `server.not_registered`, `server.already_registered` or `request.invalid`. */
export function changeServer(house: Parts, id: string, change: ServerChange): Promise<RegisteredServer> {
  const { ip, rules, rcon_password, ...settings } = change
  if (settings.protocol !== undefined) checkProtocol(settings.protocol)
  return write(house, id, async (tx) => {
    const before = await store.lockServer(tx, id)
    if (!before) throw notRegistered()
    const host = ip === undefined ? before.ip : canonicalHost(ip)
    await store.updateServer(tx, id, {
      ...settings,
      ip: host,
      ...(rules && {
        rules_zh: rules.zh ?? before.rules_zh,
        rules_en: rules.en ?? before.rules_en,
        rules_changed_at: house.clock.now(),
      }),
      ...(rcon_password !== undefined && { rcon_password: seal(house, id, rcon_password) }),
    })
    const { port = before.port, protocol = before.protocol, hidden = before.hidden } = settings
    const moved = host !== before.ip || port !== before.port || protocol !== before.protocol
    if (moved || hidden !== before.hidden) await store.deleteStatus(tx, id)
  })
}

/** Forgets a server and its history; throws `server.not_registered`. */
export async function removeServer(house: Parts, id: string): Promise<void> {
  await house.database.transaction().execute(async (tx) => {
    if (!(await store.deleteServer(tx, id))) throw notRegistered()
    await store.announceRegistry(tx)
  })
}

/** Where a server's sealed RCON password belongs. */
export function rconPlace(id: string): string {
  return `server:${id}:rcon`
}

async function write(
  house: Parts,
  id: string,
  step: (tx: Queries) => Promise<void>,
): Promise<RegisteredServer> {
  try {
    return await house.database.transaction().execute(async (tx) => {
      await step(tx)
      await store.announceRegistry(tx)
      const row = await store.findServer(tx, id)
      if (!row) throw notRegistered()
      return registered(row)
    })
  } catch (cause) {
    if (!store.isTaken(cause)) throw cause
    throw new PortalError('server.already_registered', 'This address is already registered', { cause })
  }
}

function registered({
  rules_zh,
  rules_en,
  rcon_password,
  created_at,
  state,
  ...row
}: store.ServerRow): RegisteredServer {
  return {
    ...row,
    category: readMode(row.category),
    board: readBoardMode(row.board),
    rules: { zh: rules_zh, en: rules_en },
    has_rcon: rcon_password !== null,
    state: state === 'online' || state === 'offline' ? state : 'unknown',
    created: created_at.getTime(),
  }
}

function seal({ keys }: Parts, id: string, password: string | null | undefined): string | null {
  return password ? keys.seal(password, rconPlace(id)) : null
}

function hasText({ zh, en }: { zh: string; en: string }): boolean {
  return zh.trim() !== '' || en.trim() !== ''
}

function checkProtocol(protocol: string): void {
  if (protocol === 'valve' || isGamedigGame(protocol)) return
  throw new PortalError('request.invalid', 'protocol: neither valve nor a game id of gamedig')
}

function notRegistered(): PortalError {
  return new PortalError('server.not_registered', 'There is no such server')
}
