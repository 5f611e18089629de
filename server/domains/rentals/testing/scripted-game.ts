import {
  type ConfigurationState,
  type Game,
  type GameConfig,
  type GameStatus,
  type SharedGameConfig,
  GameUnreachable,
  type GameAddress,
  type MapChoice,
} from '../game/game.ts'
import type { RentalMode } from '@clutch/contract/rules/rentals/maps/rental-maps.ts'
import type { ConfigFiles } from '../drivers/driver.ts'
import type { SimulatedHosts } from './simulated-hosts.ts'

/** A game on hosts in memory: it follows the files read at its start and the commands received since. */
export class ScriptedGame implements Game {
  readonly savedGrenadesPath = 'saved-grenades.json'
  demoFolders: string[] = []
  readonly machines: SimulatedHosts
  /** How often any call queried the game. */
  queries = 0
  /** How often a game server accepted its configuration. */
  configurations = 0
  /** The number of configuration calls that fail: half of them after the game accepted it. */
  deafFor = 0
  /** The number of changes of the map that the game ignores, as it does for a Workshop map that cannot be loaded. */
  lostMaps = 0
  /** Queries that stay unanswered while a map is loaded. */
  mapChangeQueries = 0
  /** The names that Workshop maps are reported by. */
  readonly mapNames = new Map<string, string>()

  constructor(machines: SimulatedHosts) {
    this.machines = machines
  }

  forget(): void {
    this.queries = 0
    this.configurations = 0
    this.deafFor = 0
    this.lostMaps = 0
    this.mapChangeQueries = 0
    this.mapNames.clear()
    this.demoFolders = []
  }

  files(facts: GameConfig, shared?: SharedGameConfig): ConfigFiles {
    return { 'cfg/server.cfg': JSON.stringify(facts), 'shared.json': JSON.stringify(shared) }
  }

  async queryStatus(target: GameAddress): Promise<GameStatus | null> {
    this.queries += 1
    const found = this.machines.answering(target)
    return found && { map: found.map, players: found.players, bots: 0, max: 16, version: found.version }
  }

  async configure(target: GameAddress, facts: GameConfig): Promise<void> {
    this.queries += 1
    const found = this.machines.answering(target)
    const isDeaf = this.deafFor > 0
    if (isDeaf) this.deafFor -= 1
    if (found && (!isDeaf || this.deafFor % 2 === 0)) {
      found.config = facts
      this.configurations += 1
    }
    if (!found || isDeaf) throw new GameUnreachable('the game did not answer')
  }

  async announce(target: GameAddress, _facts: GameConfig, text: string): Promise<void> {
    const found = this.machines.answering(target)
    if (!found) throw new GameUnreachable('the game did not answer')
    found.said.push(text)
  }

  async changeMap(target: GameAddress, _facts: GameConfig, { map, mode }: MapChoice): Promise<void> {
    const found = this.machines.answering(target)
    if (!found) throw new GameUnreachable('the game did not answer')
    found.sentMaps.push(`${map} ${mode}`)
    if (this.lostMaps > 0) this.lostMaps -= 1
    else Object.assign(found, { map: this.mapNames.get(map) ?? map, mode, slowFor: this.mapChangeQueries })
  }

  async reportsMode(target: GameAddress, _facts: GameConfig, mode: RentalMode): Promise<boolean> {
    const found = this.machines.answering(target)
    if (!found) throw new GameUnreachable('the game did not answer')
    return found.mode === mode
  }

  async isReady(target: GameAddress, facts: GameConfig): Promise<boolean> {
    this.queries += 1
    return this.machines.answering(target)?.config?.rconPassword === facts.rconPassword
  }

  async checkConfiguration(target: GameAddress, facts: GameConfig): Promise<ConfigurationState> {
    this.queries += 1
    const config = this.machines.answering(target)?.config
    if (!config) return 'silent'
    if (config.rconPassword !== facts.rconPassword) return 'refused'
    return config.reportSecret === facts.reportSecret ? 'kept' : 'changed'
  }

  close(): void {
    this.queries = 0
  }
}
