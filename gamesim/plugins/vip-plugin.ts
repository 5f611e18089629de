import { type Pool, type RowDataPacket, createPool } from 'mysql2/promise'
import { toSteamId64 } from '../game/player.ts'

/** A VIP as a plugin knows it: `seconds` as it received them, or until the end in its table; 0 is permanent. */
export interface VipRecord {
  group: string
  seconds: number
}

export interface VipPluginOptions {
  kind: 'vipcore' | 'cs2-vip' | 'none'
  /** Those of its configuration; empty: it takes any. */
  groups: readonly string[]
  /** `mysql://…` of its table `vip_users`; empty: it keeps its users in memory. */
  database: string
  /** Its `sid`. */
  serverId: number
  /** What it knows, by SteamID64; survives a restart like a table does. */
  vips: Map<string, VipRecord>
}

/**
 * A VIP plugin. As the real ones it stores in the background: a command answers before, its failure is only in the plugin's log, and
 * to what it takes it answers nothing. VIPCore ignores that a known user is added; cs2-vip only reads the rows of players who are online.
 */
export class VipPlugin {
  readonly #options: VipPluginOptions
  readonly #pool: Pool | null
  #stored: Promise<void> = Promise.resolve()

  constructor(options: VipPluginOptions) {
    this.#options = options
    this.#pool = options.database === '' ? null : createPool({ uri: options.database, connectionLimit: 1 })
  }

  get kind(): VipPluginOptions['kind'] {
    return this.#options.kind
  }

  takesGroup(group: string): boolean {
    return this.#options.groups.length === 0 || this.#options.groups.includes(group)
  }

  add(steamId: string, vip: VipRecord): void {
    this.#store(async () => {
      if (await this.#read(steamId)) return
      await this.#write(
        'insert into vip_users (account_id, name, lastvisit, sid, `group`, expires) values (?, ?, ?, ?, ?, ?)',
        [
          toAccountId(steamId),
          'unknown',
          Math.floor(Date.now() / 1_000),
          this.#options.serverId,
          vip.group,
          toEnd(vip.seconds),
        ],
      )
      this.#options.vips.set(steamId, vip)
    })
  }

  /** `null` leaves a value as it is. */
  update(steamId: string, change: { group: string | null; seconds: number | null }): void {
    this.#store(async () => {
      const known = await this.#read(steamId)
      if (!known) return
      const vip = { group: change.group ?? known.group, seconds: change.seconds ?? known.seconds }
      await this.#write('update vip_users set `group` = ?, expires = ? where account_id = ? and sid = ?', [
        vip.group,
        toEnd(vip.seconds),
        toAccountId(steamId),
        this.#options.serverId,
      ])
      this.#options.vips.set(steamId, vip)
    })
  }

  remove(steamId: string): void {
    this.#store(async () => {
      await this.#write('delete from vip_users where account_id = ? and sid = ?', [
        toAccountId(steamId),
        this.#options.serverId,
      ])
      this.#options.vips.delete(steamId)
    })
  }

  /** Reads an online player's row. `forgets`: whether one without a row stops being a VIP at once. */
  reload(steamId: string, forgets: boolean): void {
    this.#store(async () => {
      const row = await this.#read(steamId)
      if (row) this.#options.vips.set(steamId, row)
      else if (forgets) this.#options.vips.delete(steamId)
    })
  }

  async close(): Promise<void> {
    await this.#stored
    await this.#pool?.end()
  }

  /** One after the other; without a table at once. A failure is in the plugin's log only. */
  #store(task: () => Promise<void>): void {
    this.#stored = this.#stored.then(task).catch(() => undefined)
  }

  async #read(steamId: string): Promise<VipRecord | undefined> {
    if (this.#pool === null) return this.#options.vips.get(steamId)
    const [[row]] = await this.#pool.query<RowDataPacket[]>(
      'select `group`, expires from vip_users where account_id = ? and sid = ?',
      [toAccountId(steamId), this.#options.serverId],
    )
    if (!row) return undefined
    const expires = Number(row['expires'])
    const seconds = expires === 0 ? 0 : expires - Math.floor(Date.now() / 1_000)
    return { group: String(row['group']), seconds }
  }

  async #write(sql: string, values: (string | number)[]): Promise<void> {
    await this.#pool?.query(sql, values)
  }
}

function toAccountId(steamId: string): number {
  return Number(BigInt(steamId) - BigInt(toSteamId64(0))) | 0
}

function toEnd(seconds: number): number {
  return seconds === 0 ? 0 : Math.floor(Date.now() / 1_000) + seconds
}
