import type { AppContext } from '../../../platform/context.ts'
import {
  RconBackoff,
  RconClient,
  RconFailed,
  RconAuthFailed,
  createQueryDriver,
  formatRconLine,
} from '../../servers/index.ts'
import type { ConfigFiles } from '../drivers/driver.ts'
import {
  type ConfigurationState,
  type Game,
  type GameAddress,
  type GameConfig,
  type GameStatus,
  type SharedGameConfig,
  GameUnreachable,
  type MapChoice,
  type PresentMap,
} from './game.ts'
import { type RconRoute, findRconRoute } from './rcon-route.ts'
import {
  buildMapChangeLines,
  buildModeConfigLines,
  buildModeLines,
  isInMode,
  modeQueryLines,
  readReportedMode,
} from './mode-lines.ts'
import { isPortOpen } from './is-port-open.ts'
import { queryGameStatus } from './query-game-status.ts'
import { rentalSlots } from '@clutch/contract/limits.ts'
import { type RentalMode, defaultRentalMode } from '@clutch/contract/rules/rentals/maps/rental-maps.ts'
import type { RentalAdmin } from '@clutch/contract/rules/rentals/rental-fields.ts'
import { buildReportCommands, buildReportUrls } from '../../events/index.ts'

const nothingShared: SharedGameConfig = { workshopCollection: '', workshopKey: '', loginToken: '' }

/** Pauses after refused passwords. The portal has set this password itself. */
const refusalPausesMs = [15_000, 300_000]

function getTargetKey({ host, port }: GameAddress): string {
  return `${host} ${port}`
}

type Dependencies = Pick<AppContext, 'config' | 'clock'>

/** Counter-Strike 2 with MatchZy: configured by files and RCON, queried by A2S. */
export class Cs2Game implements Game {
  /** MatchZy's; `start.sh` links it into the folder that MatchZy looks in. */
  readonly savedGrenadesPath = 'cfg/MatchZy/savednades.json'
  /** MatchZy's, in the farm of `start.sh`, and where the folder of an instance is the game's own. */
  readonly demoFolders = ['cs2/game/csgo/MatchZy', 'MatchZy']
  readonly #reportUrl: string
  readonly #adminsMayUseRcon: boolean
  readonly #query = createQueryDriver()
  readonly #rconBackoff: RconBackoff
  readonly #findRcon: (target: GameAddress) => RconRoute

  constructor({ config, clock }: Dependencies) {
    this.#reportUrl = config.reportUrl ?? config.publicUrl
    this.#adminsMayUseRcon = config.gameAdminRcon
    this.#rconBackoff = new RconBackoff(clock, refusalPausesMs)
    this.#findRcon = ({ host, port }) => findRconRoute(config, { host, port })
  }

  files(facts: GameConfig, shared: SharedGameConfig = nothingShared): ConfigFiles {
    return {
      'cfg/server.cfg': buildServerCfg(facts, this.#reportUrl, shared),
      // Read by start.sh: the key is never on a command line, and an empty file is as none.
      'launch/webapi_authkey.txt': shared.workshopKey,
      'launch/workshop_collection.txt': shared.workshopCollection,
      'cfg/MatchZy/admins.json': buildMatchzyAdmins(facts.admins, this.#adminsMayUseRcon),
      'counterstrikesharp/admins.json': buildPluginAdmins(facts.admins, this.#adminsMayUseRcon),
    }
  }

  queryStatus(target: GameAddress): Promise<GameStatus | null> {
    return queryGameStatus(this.#query, 'valve', target)
  }

  async configure(target: GameAddress, facts: GameConfig): Promise<void> {
    await this.#runLines(target, facts, [
      ...buildSetupLines(facts, this.#reportUrl),
      // The driver has written both files before this.
      formatRconLine('css_admins_reload'),
      formatRconLine('reload_admins'),
    ])
  }

  async announce(target: GameAddress, facts: GameConfig, text: string): Promise<void> {
    await this.#runLines(target, facts, [formatRconLine('say', text)])
  }

  async changeMap(
    target: GameAddress,
    facts: GameConfig,
    { map, mode }: MapChoice,
    from: PresentMap,
  ): Promise<void> {
    const lines = buildMapChangeLines(map, mode, from)
    await this.#runLines(target, facts, lines.slice(0, -1))
    // The game loads the map instead of answering: whether it did is seen by what it reports.
    await this.#runLines(target, facts, lines.slice(-1)).catch(ignoreUnreachable)
  }

  async reportsMode(target: GameAddress, facts: GameConfig, mode: RentalMode): Promise<boolean> {
    return isInMode(mode, readReportedMode(await this.#runLines(target, facts, modeQueryLines)))
  }

  async isReady(target: GameAddress, facts: GameConfig): Promise<boolean> {
    // A query that is sent before the game listens is waited for in vain, for a second.
    if (!(await isPortOpen(this.#findRcon(target))) || (await this.queryStatus(target)) === null) {
      this.#rconBackoff.forget(getTargetKey(target))
      return false
    }
    try {
      await this.#runLines(target, facts, [formatRconLine('sv_visiblemaxplayers')])
      return true
    } catch (error) {
      if (error instanceof GameUnreachable) return false
      throw error
    }
  }

  async checkConfiguration(target: GameAddress, facts: GameConfig): Promise<ConfigurationState> {
    try {
      const [addresses = ''] = await this.#runLines(target, facts, [formatRconLine('logaddress_list_http')])
      return addresses.includes(buildReportUrls(this.#reportUrl, facts.reportSecret).log) ? 'kept' : 'changed'
    } catch (error) {
      if (!(error instanceof GameUnreachable)) throw error
      return error.cause instanceof RconAuthFailed || this.#rconBackoff.isPaused(getTargetKey(target))
        ? 'refused'
        : 'silent'
    }
  }

  close(): void {
    this.#query.close()
  }

  /** Runs lines over one connection and returns their answers; throws GameUnreachable. */
  async #runLines(
    target: GameAddress,
    { rconPassword }: GameConfig,
    lines: readonly string[],
  ): Promise<string[]> {
    if (this.#rconBackoff.isPaused(getTargetKey(target)))
      throw new GameUnreachable('the console refused its password a moment ago')
    const console = new RconClient({ ...this.#findRcon(target), password: rconPassword })
    try {
      const answers: string[] = []
      for (const line of lines) answers.push(await console.run(line))
      this.#rconBackoff.forget(getTargetKey(target))
      return answers
    } catch (cause) {
      if (cause instanceof RconAuthFailed) this.#rconBackoff.add(getTargetKey(target))
      else if (!(cause instanceof RconFailed)) throw cause
      throw new GameUnreachable('the server did not accept its configuration', { cause })
    } finally {
      console.close()
    }
  }
}

function ignoreUnreachable(error: unknown): void {
  if (!(error instanceof GameUnreachable)) throw error
}

/**
 * Returns the console lines that configure a rented Counter-Strike server, each one command: its name, its
 * password (G14), recording, and how it reports to the portal at `url`. Those of MatchZy have no effect
 * without the plugin. Repeating them changes nothing. Throws InvalidRconLine for a value that would not stay
 * one (G10 lets none through).
 */
function buildSetupLines(facts: GameConfig, url: string): string[] {
  const { name, password, reportSecret, mode = defaultRentalMode } = facts
  return [
    formatRconLine('hostname', name),
    formatRconLine('sv_password', password),
    formatRconLine('sv_visiblemaxplayers', String(rentalSlots)),
    // Without it the game does not report its players.
    formatRconLine('host_players_show', '2'),
    // An empty server that hibernates loses its plugins, and SimpleAdmin fails on it.
    formatRconLine('sv_hibernate_when_empty', '0'),
    // MatchZy records through the game's TV; with a delay, or a recording that starts late, demos are lost.
    formatRconLine('tv_enable', '1'),
    formatRconLine('tv_delay', '0'),
    formatRconLine('tv_record_immediate', '1'),
    // MatchZy renames the server by this format unless it is empty.
    formatRconLine('matchzy_hostname_format', ''),
    ...buildModeLines(mode),
    ...buildReportCommands(url, reportSecret),
    formatRconLine('matchzy_demo_upload_url', `${url}/api/events/demos`),
    formatRconLine('matchzy_demo_upload_header_key', 'Authorization'),
    formatRconLine('matchzy_demo_upload_header_value', `Bearer ${reportSecret}`),
  ]
}

/** What the game runs at its start, and again with every map; the login token counts at the start only. */
function buildServerCfg(facts: GameConfig, url: string, { loginToken }: SharedGameConfig): string {
  const lines = [
    formatRconLine('rcon_password', facts.rconPassword),
    ...(loginToken === '' ? [] : [formatRconLine('sv_setsteamaccount', loginToken)]),
    ...buildSetupLines(facts, url),
    ...buildModeConfigLines(facts.mode ?? defaultRentalMode),
    // Permanent bans that `writeid` saved; the game has no such file before the first.
    formatRconLine('exec', 'banned_user.cfg'),
  ]
  return `${lines.join('\n')}\n`
}

/**
 * The admins of a server as MatchZy reads them. MatchZy lets everyone in this file do everything, `css_rcon` included,
 * so it lists no one unless admins may use RCON; their rights are in CounterStrikeSharp's file.
 */
function buildMatchzyAdmins(admins: readonly RentalAdmin[], mayUseRcon: boolean): string {
  const flags = Object.fromEntries(admins.map(({ steamid }) => [steamid, '']))
  return `${JSON.stringify(mayUseRcon ? flags : {}, null, 2)}\n`
}

/** What an admin of a practice server may do in MatchZy: configuration, maps, practice mode and chat (G15). */
const adminFlags = ['@css/config', '@css/map', '@custom/prac', '@css/chat']

/** The admins as CounterStrikeSharp reads them (G15), keyed by SteamID: no name that a user chose gets into the file. */
function buildPluginAdmins(admins: readonly RentalAdmin[], mayUseRcon: boolean): string {
  const flags = mayUseRcon ? [...adminFlags, '@css/rcon'] : adminFlags
  const entries = admins.map(({ steamid }) => [steamid, { identity: steamid, flags }])
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}
