import { type Insertable, type Updateable, sql } from 'kysely'
import { type Queries, notify } from '../../../platform/database/index.ts'
import type { Servers } from '../../../platform/database/types.generated.ts'

/** NOTIFY channel of changed registrations: the poller reads the servers again. */
export const registryChannel = 'server_registry'
/** NOTIFY after the list changed or was confirmed; the payload is `version at`. */
export const listChannel = 'server_list'

/** Every registration with what the poller last saw, oldest first. */
export function selectServers(queries: Queries) {
  return queries
    .selectFrom('servers')
    .leftJoin('server_status', 'server_status.server_id', 'servers.id')
    .selectAll('servers')
    .select(['state', 'map', 'players', 'max', 'bots', 'locked', 'online_since', 'offline_since'])
    .select('game_version')
    .select((row) => row.selectFrom('server_snapshot').select('confirmed_at').as('confirmed_at'))
    .select((row) => row.selectFrom('game_version_check').select('required_version').as('required_version'))
    .orderBy('servers.id')
}

export type ServerRow = Awaited<ReturnType<typeof findServer>> & object

export function findServer(queries: Queries, id: string) {
  return selectServers(queries).where('servers.id', '=', id).executeTakeFirst()
}

export async function insertServer(queries: Queries, row: Insertable<Servers>): Promise<void> {
  await queries.insertInto('servers').values(row).execute()
}

/** Locks a registration until the end of the transaction; inserts that only refer to it do not wait. */
export function lockServer(queries: Queries, id: string) {
  return queries.selectFrom('servers').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export async function updateServer(queries: Queries, id: string, change: Updateable<Servers>): Promise<void> {
  await queries.updateTable('servers').set(change).where('id', '=', id).execute()
}

/** Deletes the status seen at an address that is no longer the server's, or before it was hidden. */
export async function deleteStatus(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom('server_status').where('server_id', '=', id).execute()
}

/** Its status and history go with it. */
export async function deleteServer(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom('servers').where('id', '=', id).execute()
}

/** Raises the number of the list and wakes, at commit, the poller and every process that shows it. */
export async function notifyRegistryChanged(queries: Queries): Promise<void> {
  const { version, confirmed_at } = await queries
    .updateTable('server_snapshot')
    .set({ version: sql`version + 1` })
    .returning(['version', 'confirmed_at'])
    .executeTakeFirstOrThrow()
  await notify(queries, registryChannel)
  await notify(queries, listChannel, `${version} ${confirmed_at.getTime()}`)
}

/** C10: whether the operator enabled bind codes for a server, and it has RCON. */
export async function allowsBindCodes(queries: Queries, id: string): Promise<boolean> {
  const marked = await queries
    .selectFrom('servers')
    .select('id')
    .where('id', '=', id)
    .where('may_bind', '=', true)
    .where('rcon_password', 'is not', null)
    .executeTakeFirst()
  return marked !== undefined
}

/** Selects the servers with RCON and when each last became online; oldest first. */
export function selectRconServers(queries: Queries) {
  return queries
    .selectFrom('servers')
    .leftJoin('server_status', 'server_status.server_id', 'servers.id')
    .select(['id', 'name', 'ip', 'port', 'rcon_password', 'vip_server_id', 'server_status.online_since'])
    .where('rcon_password', 'is not', null)
    .orderBy('id')
    .execute()
}

/** Selects the servers with RCON, their own moderation preset and what the poller last saw; oldest first. */
export function selectModeratedServers(queries: Queries) {
  return queries
    .selectFrom('servers')
    .leftJoin('server_status', 'server_status.server_id', 'servers.id')
    .select(['id', 'name', 'moderation_preset', 'server_status.online_since'])
    .select(['server_status.players', 'server_status.bots'])
    .where('rcon_password', 'is not', null)
    .orderBy('id')
    .execute()
}
