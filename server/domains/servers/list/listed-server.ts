import type { Server } from '@clutch/contract/api/servers/servers.ts'
import { isGameOutdated } from '@clutch/contract/rules/servers/game-version.ts'
import { type GameMode, gameModes } from '@clutch/contract/rules/servers/game-modes.ts'
import type { ListRow } from '../polling/server-status.store.ts'
import { readStatus } from '../polling/server-status.ts'

/** A server as the list shows it (document 1 §3); one never asked is not open. */
export function toListedServer(row: ListRow): Server {
  const status = readStatus(row)
  return {
    id: row.id,
    ip: row.ip ?? '',
    port: row.port ?? 0,
    name: row.name ?? '',
    name_display: row.name_display ?? '',
    players: `${status?.players ?? 0}/${status?.max ?? 0}`,
    ...(row.players_max !== null && { players_max: row.players_max }),
    map: status?.map ?? '',
    region: row.region ?? '',
    category: readMode(row.category),
    open: status?.state === 'online' ? 1 : 0,
    ontop: row.ontop ?? 0,
    star: row.star ?? 0,
    bots: status?.bots ?? 0,
    reserved: row.reserved ?? 0,
    tickrate: row.tickrate ?? '',
    locked: status?.locked ?? false,
    ...(status && isGameOutdated(status.gameVersion, row.required_version) && { outdated: true }),
    ...(row.maintenance === true && {
      maintenance: { zh: row.maintenance_zh ?? '', en: row.maintenance_en ?? '' },
    }),
  }
}

/** A stored mode as the contract knows it; `public` for one that a later contract dropped. */
export function readMode(category: string | null): GameMode {
  return gameModes.find((mode) => mode === category) ?? 'public'
}
