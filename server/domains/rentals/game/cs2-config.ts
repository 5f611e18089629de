import { leaseSlots } from '@clutch/contract/limits.ts'
import type { LeaseAdmin } from '@clutch/contract/rules/lease-fields.ts'
import { reportLines } from '../../events/index.ts'
import { rconLine } from '../../servers/index.ts'
import type { GameConfig } from './game.ts'

/**
 * The console lines that set up a rented server of Counter-Strike, each one command: its name, its password (G14), that it records,
 * and how it reports to the portal at `url`. Those of MatchZy do nothing where the plugin is not installed. Told again, they
 * change nothing. Throws RconLineRefused for a value that would not stay one (G10 lets none through).
 */
export function buildSetupLines(facts: GameConfig, url: string): string[] {
  const { name, password, reportSecret } = facts
  return [
    rconLine('hostname', name),
    rconLine('sv_password', password),
    rconLine('sv_visiblemaxplayers', String(leaseSlots)),
    // Without it the game tells nobody who plays.
    rconLine('host_players_show', '2'),
    // MatchZy records by it.
    rconLine('tv_enable', '1'),
    ...reportLines(url, reportSecret),
    rconLine('matchzy_demo_upload_url', `${url}/api/events/demos`),
    rconLine('matchzy_demo_upload_header_key', 'Authorization'),
    rconLine('matchzy_demo_upload_header_value', `Bearer ${reportSecret}`),
  ]
}

/** What the game runs at its start, and again with every map. */
export function buildServerCfg(facts: GameConfig, url: string): string {
  const lines = [rconLine('rcon_password', facts.rconPassword), ...buildSetupLines(facts, url)]
  return `${lines.join('\n')}\n`
}

/** The admins of a server as MatchZy reads them (G15): SteamIDs without any flags, who may do everything. No name gets into it. */
export function buildAdminsFile(admins: readonly LeaseAdmin[]): string {
  const flags = Object.fromEntries(admins.map(({ steamid }) => [steamid, '']))
  return `${JSON.stringify(flags, null, 2)}\n`
}
