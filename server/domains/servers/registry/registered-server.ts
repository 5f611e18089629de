import type { RegisteredServer } from '@clutch/contract/api/servers/operator-servers.ts'
import { parseModerationPreset } from '@clutch/contract/rules/servers/rcon/command-presets.ts'
import { isGameOutdated } from '@clutch/contract/rules/servers/game-version.ts'
import { parseBoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { readMode } from '../list/listed-server.ts'
import type { ServerRow } from './registry.store.ts'
import { readStatus } from '../polling/server-status.ts'

/** A registration as operators see it, with what the poller last saw; the RCON password stays where it is. */
export function toRegisteredServer(row: ServerRow): RegisteredServer {
  const { id, ip, port, protocol, name, name_display, region, tickrate, players_max, reserved, ontop, star } =
    row
  const { hidden, free_for_all, min_humans, may_bind, vip_server_id, maintenance, revision } = row
  return {
    id,
    ip,
    port,
    protocol,
    name,
    name_display,
    region,
    tickrate,
    players_max,
    reserved,
    ontop,
    star,
    hidden,
    free_for_all,
    min_humans,
    may_bind,
    moderation_preset: parseModerationPreset(row.moderation_preset),
    vip_server_id,
    maintenance,
    revision,
    category: readMode(row.category),
    board: parseBoardMode(row.board),
    rules: { zh: row.rules_zh, en: row.rules_en },
    maintenance_note: { zh: row.maintenance_zh, en: row.maintenance_en },
    has_rcon: row.rcon_password !== null,
    created: row.created_at.getTime(),
    ...toObservedState(row),
  }
}

type ObservedState = Pick<RegisteredServer, 'state' | 'seen' | 'outdated' | 'heard' | 'since'>

/** A server that is online answered in the poller's last round; one that is not, when it fell silent. */
function toObservedState({ online_since, offline_since, confirmed_at, ...row }: ServerRow): ObservedState {
  const status = readStatus(row)
  if (!status) return { state: 'unknown', seen: null, outdated: false, heard: null, since: null }
  const { state, map, players, max, bots, locked, gameVersion } = status
  const since = (state === 'online' ? online_since : offline_since)?.getTime() ?? null
  const lastReport = state === 'online' ? (confirmed_at?.getTime() ?? null) : since
  const seen = { map, players, max, bots, locked, gameVersion }
  const outdated = isGameOutdated(gameVersion, row.required_version)
  return { state, seen, outdated, heard: lastReport, since }
}
