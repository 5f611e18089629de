import type { AppContext } from '../../../platform/context.ts'
import { createQuery, RconClient, RconFailed, rconLine, RconRefused } from '../../servers/index.ts'
import type { ConfigFiles } from '../drivers/driver.ts'
import { type Game, type GameConfig, type GameStatus, GameUnreachable, type GameAddress } from './game.ts'
import { buildAdminsFile, buildServerCfg, buildSetupLines } from './cs2-config.ts'
import { isPortOpen } from './is-port-open.ts'
import { queryGameStatus } from './query-game-status.ts'
import { RconBackoff } from './rcon-backoff.ts'

type Parts = Pick<AppContext, 'config' | 'clock'>

/** Counter-Strike 2 with MatchZy: told by its files and by RCON, asked by A2S. */
export class Cs2Game implements Game {
  readonly #reportUrl: string
  readonly #query = createQuery()
  readonly #rconBackoff: RconBackoff

  constructor({ config, clock }: Parts) {
    this.#reportUrl = config.reportUrl ?? config.publicUrl
    this.#rconBackoff = new RconBackoff(clock)
  }

  files(facts: GameConfig): ConfigFiles {
    return {
      'cfg/server.cfg': buildServerCfg(facts, this.#reportUrl),
      'cfg/MatchZy/admins.json': buildAdminsFile(facts.admins),
    }
  }

  look(target: GameAddress): Promise<GameStatus | null> {
    return queryGameStatus(this.#query, 'valve', target)
  }

  async tell(target: GameAddress, facts: GameConfig): Promise<void> {
    await this.#runLines(target, facts, [
      ...buildSetupLines(facts, this.#reportUrl),
      // The file is the driver's to write, before this.
      rconLine('reload_admins'),
    ])
  }

  async isReady(target: GameAddress, facts: GameConfig): Promise<boolean> {
    // A query that is sent before the game listens is waited for in vain, for a second.
    if (!(await isPortOpen(target)) || (await this.look(target)) === null) {
      this.#rconBackoff.forget(target)
      return false
    }
    try {
      await this.#runLines(target, facts, [rconLine('sv_visiblemaxplayers')])
      return true
    } catch (error) {
      if (error instanceof GameUnreachable) return false
      throw error
    }
  }

  close(): void {
    this.#query.close()
  }

  /** Runs lines over one connection; throws GameSilent. */
  async #runLines(
    target: GameAddress,
    { rconPassword }: GameConfig,
    lines: readonly string[],
  ): Promise<void> {
    if (this.#rconBackoff.isLeftAlone(target))
      throw new GameUnreachable('the console refused its password a moment ago')
    const console = new RconClient({ ...target, password: rconPassword })
    try {
      for (const line of lines) await console.run(line)
      this.#rconBackoff.forget(target)
    } catch (cause) {
      if (cause instanceof RconRefused) this.#rconBackoff.add(target)
      else if (!(cause instanceof RconFailed)) throw cause
      throw new GameUnreachable('the console did not take what it was told', { cause })
    } finally {
      console.close()
    }
  }
}
