import { matchzyCvars } from '../matchzy/matchzy-cvars.ts'
import type { ServerConfig } from '../server/server-config.ts'

/** What no console shows. */
export const protectedCvars: ReadonlySet<string> = new Set(['rcon_password'])

/** The console variables of a fresh start: the game's, the plugins', then those of the settings. */
export function initialCvars(settings: ServerConfig, rconPassword: string): Map<string, string> {
  return new Map(
    Object.entries({
      hostname: settings.name,
      sv_password: settings.password,
      rcon_password: rconPassword,
      game_type: settings.mode === 'competitive' ? '0' : '1',
      game_mode: settings.mode === 'competitive' ? '1' : '2',
      sv_cheats: '0',
      sv_infinite_ammo: '0',
      sv_gravity: '800',
      sv_visiblemaxplayers: String(settings.maxPlayers),
      host_players_show: '2',
      mp_autoteambalance: '1',
      mp_freezetime: '15',
      mp_friendlyfire: '1',
      mp_maxrounds: String(settings.matchRounds),
      mp_roundtime: '1.92',
      mp_teammates_are_enemies: settings.freeForAll ? '1' : '0',
      mp_warmuptime: '90',
      sv_logfile: '1',
      mp_logdetail: '0',
      logaddress_token_secret: '',
      sv_hibernate_when_empty: '1',
      tv_enable: '0',
      tv_delay: '10',
      tv_record_immediate: '0',
      ...matchzyCvars,
      ...settings.cvars,
    }),
  )
}
