import { expect, vi } from 'vitest'
import type { VipCommands } from '@clutch/contract/api/content/operator-portal-settings.ts'
import type { operatorListVipServers } from '@clutch/contract/api/vip/operator-vip.ts'
import type { Reply } from '@clutch/contract/api/call.ts'
import type { GameServer } from '@clutch/gamesim/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { asOperator } from '../../../testing/http.ts'

/** As VIPCore takes them. */
export const commands: VipCommands = {
  group: 'Gold',
  grant: 'css_vip_adduser "{accountid}" "{group}" "{seconds}"',
  extend: 'css_vip_updateuser "{accountid}" -s "{seconds}"',
  expire: 'css_vip_deleteuser "{accountid}"',
  table: 'off',
  serverId: 0,
}

/** Sets the templates through the operator’s call. */
export async function setCommands(app: App, vipCommands: Partial<VipCommands>): Promise<void> {
  const url = '/api/operator/portal'
  const answer = await app.inject({ method: 'PATCH', url, headers: asOperator, payload: { vipCommands } })
  expect(answer.statusCode).toBe(200)
}

/** Makes a player VIP until a time (ms since 1970; null: permanently), or removes VIP. */
export async function setVip(app: App, steamId: string, expires: number | null | 'none'): Promise<void> {
  const url = `/api/operator/memberships/${steamId}/vip`
  const answer = await (expires === 'none'
    ? app.inject({ method: 'DELETE', url, headers: asOperator })
    : app.inject({ method: 'PUT', url, headers: asOperator, payload: { expires } }))
  expect(answer.statusCode).toBeLessThan(300)
}

/** What the operator sees of a server. */
export async function standingOf(app: App, id: string) {
  const answer = await app.inject({ url: '/api/operator/vip-servers', headers: asOperator })
  const server = answer.json<Reply<typeof operatorListVipServers>>().find((one) => one.server === id)
  if (!server) throw new Error('no such server')
  return server
}

/** The VIPs of a game server: by SteamID64, the number of seconds it received. */
export function vipsOf({ records }: GameServer): Record<string, number> {
  return Object.fromEntries([...records.vips].map(([steamId, { seconds }]) => [steamId, seconds]))
}

/** Waits until a game server has exactly these VIPs, by SteamID64. */
export async function untilVips(game: GameServer, expected: Record<string, number>): Promise<void> {
  await vi.waitFor(() => expect(vipsOf(game)).toEqual(expected), { timeout: 15_000, interval: 20 })
}
