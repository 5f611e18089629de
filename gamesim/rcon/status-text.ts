import type { Player } from '../game/player.ts'

/** What the status commands tell. */
export interface StatusView {
  hostname: string
  map: string
  version: string
  port: number
  maxPlayers: number
  hibernating: boolean
  getPlayers: readonly Player[]
  /** Game ms. */
  now: number
  /** Game ms. */
  startedAt: number
  steamId: bigint
}

const build = 10628

/** CS2's `status`. */
export function formatStatus(view: StatusView): string {
  const humans = view.getPlayers.filter((player) => player.steamId !== null).length
  const bots = view.getPlayers.length - humans
  const sleep = view.hibernating ? 'hibernating' : 'not hibernating'
  return [
    `Server:  Running [0.0.0.0:${view.port}]`,
    'Client:  Disconnected',
    '----- Status -----',
    '@ Current  :  game',
    'source   : console',
    `hostname : ${view.hostname}`,
    'spawn    : 1',
    `version  : ${view.version}/${view.version.replaceAll('.', '')} ${build} secure  public`,
    `udp/ip   : 127.0.0.1:${view.port}`,
    'os/type  : Linux dedicated',
    `players  : ${humans} humans, ${bots} bots (${view.maxPlayers} max) (${sleep}) (unreserved)`,
    '---------spawngroups----',
    `loaded spawngroup(  1)  : SV:  [1: ${view.map} | main lump | mapload]`,
    '---------players--------',
    '  id     time ping loss      state   rate adr name',
    ...view.getPlayers.map((player) => formatStatusRow(player, view.now)),
    '#end',
    '',
  ].join('\n')
}

function formatStatusRow(player: Player, now: number): string {
  const id = String(player.userId).padStart(4)
  if (player.steamId === null) return `${id}      BOT    0    0     active      0 '${player.name}'`
  const time = formatDuration(now - player.connectedAt).padStart(8)
  const state = player.hasEntered ? '    active' : '  spawning'
  const ping = String(player.ping).padStart(4)
  return `${id} ${time} ${ping}    0 ${state} 786432 ${player.address} '${player.name}'`
}

/** MM:SS, or H:MM:SS from an hour on. */
function formatDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** CS2's `status_json`. */
export function formatStatusJson(view: StatusView): string {
  const clients = view.getPlayers.map((player) => ({
    name: player.name,
    bot: player.steamId === null,
    steamid: player.steamId === null ? '' : `[U:1:${BigInt(player.steamId) - 76561197960265728n}]`,
    steamid64: player.steamId ?? '0',
  }))
  const bots = clients.filter((client) => client.bot).length
  const server = {
    hibernating: view.hibernating,
    clients_human: clients.length - bots,
    clients_bot: bots,
    clients_proxies: 0,
    clients,
    map: view.map,
    addon: '',
    udp_port: view.port,
    steamid: String(view.steamId),
  }
  const process_uptime = Math.floor((view.now - view.startedAt) / 1000)
  return JSON.stringify(
    { process_uptime, build_version: build, cpu_usage: 3.1, frametime_ms: 1.2, server },
    null,
    2,
  )
}

/** CS2-SimpleAdmin's `css_players`. */
export function formatPlayers(players: readonly Player[]): string {
  const rows = players
    .filter((player) => player.steamId !== null)
    .map((player) => {
      const [address] = player.address.split(':')
      return `• [#${player.userId}] "${player.name}" (IP Address: "${address}" SteamID64: "${player.steamId}")`
    })
  return ['--------- PLAYER LIST ---------', ...rows, '--------- END PLAYER LIST ---------', ''].join('\n')
}
