import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { isRecord } from '@clutch/contract/rules/shared/is-record.ts'
import { parseJson } from '../../../platform/parse-json.ts'
import { cleanText, maxTextLength } from '../query/clean-text.ts'

/** SteamID64 by the game's own number, of SimpleAdmin's `css_players`: `• [#3] "Name" (IP Address: "…" SteamID64: "7656…")`. */
export function parseCssPlayers(output: string): Map<number, string> {
  const found = new Map<number, string>()
  for (const line of output.split('\n')) {
    const [, userId, steamId = ''] = /\[#(\d{1,5})\] ".*SteamID64: "(\d{17})"/.exec(line.slice(0, 600)) ?? []
    if (userId !== undefined && isSteamId(steamId)) found.set(Number(userId), steamId)
  }
  return found
}

/**
 * The content of `status_json`: the players, without numbers, and the load of the process; null if the game
 * has no such command.
 */
export interface StatusJson {
  people: { name: string; steamId: string }[]
  uptimeSeconds: number
  cpuPercent: number
  frameMs: number | null
}

export function parseStatusJson(output: string): StatusJson | null {
  const read = parseJson(output.slice(output.indexOf('{')))
  if (!isRecord(read)) return null
  const { process_uptime: uptime, cpu_usage: cpu, frametime_ms: frame, server } = read
  if (!isAmount(uptime) || !isAmount(cpu)) return null
  const clients = isRecord(server) && Array.isArray(server['clients']) ? server['clients'] : []
  return {
    people: clients.flatMap((client: unknown) => {
      if (!isRecord(client) || client['bot'] === true) return []
      const { name, steamid64: steamId } = client
      if (typeof name !== 'string' || typeof steamId !== 'string' || !isSteamId(steamId)) return []
      return [{ name: cleanText(name, maxTextLength.player), steamId }]
    }),
    uptimeSeconds: uptime,
    cpuPercent: cpu,
    frameMs: isAmount(frame) ? frame : null,
  }
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}
