import type { AppContext } from '../../../platform/context.ts'
import { createQuery, RconClient, RconFailed, rconLine, RconRefused } from '../../servers/index.ts'
import type { ConfigFiles } from '../drivers/driver.ts'
import { type Game, type GameFacts, type GameLook, GameSilent, type GameTarget } from './game.ts'
import { adminsFile, serverCfg, setupLines } from './lines.ts'
import { listens } from './listens.ts'
import { lookAt } from './look.ts'
import { Refusals } from './refusals.ts'

type Parts = Pick<AppContext, 'config' | 'clock'>

/** Counter-Strike 2 with MatchZy: told by its files and by RCON, asked by A2S. */
export class Cs2 implements Game {
  readonly #url: string
  readonly #query = createQuery()
  readonly #refusals: Refusals

  constructor({ config, clock }: Parts) {
    this.#url = config.reportUrl ?? config.publicUrl
    this.#refusals = new Refusals(clock)
  }

  files(facts: GameFacts): ConfigFiles {
    return {
      'cfg/server.cfg': serverCfg(facts, this.#url),
      'cfg/MatchZy/admins.json': adminsFile(facts.admins),
    }
  }

  look(target: GameTarget): Promise<GameLook | null> {
    return lookAt(this.#query, 'valve', target)
  }

  async tell(target: GameTarget, facts: GameFacts): Promise<void> {
    await this.#say(target, facts, [
      ...setupLines(facts, this.#url),
      // The file is the driver's to write, before this.
      rconLine('reload_admins'),
    ])
  }

  async isReady(target: GameTarget, facts: GameFacts): Promise<boolean> {
    // A query that is sent before the game listens is waited for in vain, for a second.
    if (!(await listens(target)) || (await this.look(target)) === null) {
      this.#refusals.forget(target)
      return false
    }
    try {
      await this.#say(target, facts, [rconLine('sv_visiblemaxplayers')])
      return true
    } catch (error) {
      if (error instanceof GameSilent) return false
      throw error
    }
  }

  close(): void {
    this.#query.close()
  }

  /** Runs lines over one connection; throws GameSilent. */
  async #say(target: GameTarget, { rconPassword }: GameFacts, lines: readonly string[]): Promise<void> {
    if (this.#refusals.isLeftAlone(target))
      throw new GameSilent('the console refused its password a moment ago')
    const console = new RconClient({ ...target, password: rconPassword })
    try {
      for (const line of lines) await console.run(line)
      this.#refusals.forget(target)
    } catch (cause) {
      if (cause instanceof RconRefused) this.#refusals.add(target)
      else if (!(cause instanceof RconFailed)) throw cause
      throw new GameSilent('the console did not take what it was told', { cause })
    } finally {
      console.close()
    }
  }
}
