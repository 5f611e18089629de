import { createHash } from 'node:crypto'
import type { Queries } from '../../../platform/database/index.ts'
import { selectRconServers } from './registry.store.ts'

/** A registered server with an RCON password. */
export interface RconServer {
  id: string
  name: string
  /** Another address or password makes another one; tells neither. */
  made: string
  /** When the poller last saw it come back; null before it was ever seen. */
  onlineSince: Date | null
}

/** The servers whose console `openConsole` opens. */
export async function listRconServers(queries: Queries): Promise<RconServer[]> {
  const rows = await selectRconServers(queries)
  return rows.map(({ id, name, ip, port, rcon_password, online_since }) => ({
    id,
    name,
    made: createHash('sha256').update(`${ip} ${port} ${rcon_password}`).digest('hex'),
    onlineSince: online_since,
  }))
}
