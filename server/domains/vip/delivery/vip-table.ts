import { toAccountNumber } from '@clutch/contract/rules/accounts/steam-id.ts'
import type { Connection, RowDataPacket } from 'mysql2/promise'

/** A membership as the plugin's table has it. `until` in ms since 1970, null for a permanent one. */
export interface VipRow {
  group: string
  until: number | null
}

/** The plugin's database did not answer or refused; the text names no password. */
export class VipTableFailed extends Error {
  override name = 'VipTableFailed'
}

const timeoutMs = 5_000

/**
 * The table `vip_users` of a VIP plugin, for the server that the plugin calls `serverId` (its `sid`). VIPCore and cs2-vip (Pisex)
 * have the same one: a row for each account and server, and the end in seconds since 1970, 0 for never.
 */
export class VipTable {
  readonly #connection: Connection
  readonly #serverId: number
  readonly #visitColumn: string

  private constructor(connection: Connection, serverId: number, visitColumn: string) {
    this.#connection = connection
    this.#serverId = serverId
    this.#visitColumn = visitColumn
  }

  /** Connects; throws VipTableFailed. The caller closes it. */
  static async open(url: string | undefined, serverId: number): Promise<VipTable> {
    if (url === undefined)
      throw new VipTableFailed('VIP_DATABASE_URL is not set, the portal cannot reach the table vip_users')
    const connection = await attempt(() => connect(url))
    // A connection that breaks between two statements reports it here too; the next statement fails.
    connection.on('error', () => undefined)
    try {
      return new VipTable(connection, serverId, await findVisitColumn(connection))
    } catch (error) {
      connection.destroy()
      throw error
    }
  }

  /** Sets a membership, whatever the row was. Throws VipTableFailed. */
  async write(steamId: string, { group, until }: VipRow, now: Date): Promise<void> {
    const expires = toSeconds(until)
    const sql = `insert into vip_users (account_id, name, \`${this.#visitColumn}\`, sid, \`group\`, expires)
      values (?, 'unknown', ?, ?, ?, ?) on duplicate key update \`group\` = ?, expires = ?`
    const seconds = Math.floor(now.getTime() / 1_000)
    await this.#run(sql, [toAccountId(steamId), seconds, this.#serverId, group, expires, group, expires])
  }

  /** Throws VipTableFailed. */
  async remove(steamId: string): Promise<void> {
    await this.#run('delete from vip_users where account_id = ? and sid = ?', [
      toAccountId(steamId),
      this.#serverId,
    ])
  }

  /** Returns a player's row; null if there is none. Throws VipTableFailed. */
  async read(steamId: string): Promise<VipRow | null> {
    const sql = 'select `group`, expires from vip_users where account_id = ? and sid = ?'
    const [row] = await this.#run(sql, [toAccountId(steamId), this.#serverId])
    if (!row) return null
    const expires = Number(row['expires'])
    return { group: String(row['group']), until: expires === 0 ? null : expires * 1_000 }
  }

  close(): void {
    this.#connection.destroy()
  }

  async #run(sql: string, values: (string | number)[]): Promise<RowDataPacket[]> {
    const [rows] = await attempt(() =>
      this.#connection.query<RowDataPacket[]>({ sql, values, timeout: timeoutMs }),
    )
    return rows
  }
}

async function connect(url: string): Promise<Connection> {
  // Loaded with the first connection: most portals have no such table.
  const { createConnection } = await import('mysql2/promise')
  const { hostname, port, username, password, pathname } = new URL(url)
  return createConnection({
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: Number(port) || 3306,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    connectTimeout: timeoutMs,
    // 'VIP' and 'vip' are different groups for the plugins, but not for the table.
    charset: 'utf8mb4',
  })
}

/** VIPCore's later versions have another name for the time of the last visit. */
async function findVisitColumn(connection: Connection): Promise<string> {
  const sql = `select column_name as name from information_schema.columns
    where table_schema = database() and table_name = 'vip_users'`
  const [rows] = await attempt(() => connection.query<RowDataPacket[]>({ sql, timeout: timeoutMs }))
  const names = rows.map((row) => String(row['name']).toLowerCase())
  const column = ['lastvisit', 'last_visit'].find((name) => names.includes(name))
  if (column === undefined)
    throw new VipTableFailed('The database has no table vip_users: start the VIP plugin once')
  return column
}

async function attempt<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer'
    throw new VipTableFailed(`The database of the VIP plugin failed: ${code}`, { cause })
  }
}

/** As the plugins store it: 32 bits with a sign. */
function toAccountId(steamId: string): number {
  return Number(toAccountNumber(steamId)) | 0
}

function toSeconds(until: number | null): number {
  return until === null ? 0 : Math.ceil(until / 1_000)
}
