import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  QueryFailed,
  RconAuthFailed,
  RconClient,
  RconFailed,
  createQueryDriver,
  formatRconLine,
} from '../../../../servers/index.ts'

export interface ReportedGame {
  /** The folder of the instance, which holds `cfg/server.cfg`. */
  folder: string
  port: number
  /** The HTTP port of the SDK of Agones in the same pod. */
  sdkPort: number
  /** The time now, in ms. */
  now: () => number
}

const host = '127.0.0.1'
const startingEveryMs = 1_000
const readyEveryMs = 5_000
/** The game writes each command of RCON into its log. */
const rconEveryMs = 60_000
/** A game bans a client that repeats a wrong password. */
const refusedEveryMs = 300_000

type RconState = 'silent' | 'accepted' | 'refused'

/**
 * Reports a game to the SDK of Agones: ready once A2S answers and RCON accepts the password, then healthy for as long as both answer. A
 * refused password is an answer: one that was changed inside the game is restored by the portal, and no reason to end a match.
 */
export async function reportHealth(game: ReportedGame): Promise<never> {
  const query = createQueryDriver()
  const rcon = new RconProbe(game)
  let isReady = false
  for (;;) {
    const isQueried = await query.ask({ protocol: 'valve', ip: host, port: game.port }, { list: false }).then(
      () => true,
      (error: unknown) => ignoreSilence(error, QueryFailed),
    )
    const state = isQueried ? await rcon.check() : 'silent'
    if (state === 'accepted' && !isReady) isReady = await callSdk(game, 'ready')
    if (state !== 'silent') await callSdk(game, 'health')
    await delay(isReady ? readyEveryMs : startingEveryMs)
  }
}

/** RCON of the game; asked again only after a while, or with another password. */
class RconProbe {
  readonly #game: ReportedGame
  #client: RconClient
  #password = ''
  #state: RconState = 'silent'
  #againMs = 0

  constructor(game: ReportedGame) {
    this.#game = game
    this.#client = new RconClient({ host, port: game.port, password: this.#password })
  }

  async check(): Promise<RconState> {
    const { now, port, folder } = this.#game
    const password = readPassword(folder)
    const isChanged = password !== this.#password
    if (!isChanged && this.#state !== 'silent' && now() < this.#againMs) return this.#state
    // A client that was refused never tries again.
    if (isChanged || this.#state === 'refused') {
      this.#client.close()
      this.#client = new RconClient({ host, port, password })
      this.#password = password
    }
    this.#state = await this.#client.run(formatRconLine('echo')).then(
      () => 'accepted' as const,
      (error: unknown) => {
        if (error instanceof RconAuthFailed) return 'refused' as const
        ignoreSilence(error, RconFailed)
        return 'silent' as const
      },
    )
    this.#againMs = now() + (this.#state === 'refused' ? refusedEveryMs : rconEveryMs)
    return this.#state
  }
}

/** As `Cs2Game.files` writes it; empty while there is no file. */
function readPassword(folder: string): string {
  try {
    return /^rcon_password "(.*)"$/m.exec(readFileSync(join(folder, 'cfg/server.cfg'), 'utf8'))?.[1] ?? ''
  } catch {
    return ''
  }
}

/** Whether the SDK took a call. It starts at the same time, and is asked again. */
function callSdk({ sdkPort }: ReportedGame, call: 'ready' | 'health'): Promise<boolean> {
  const url = `http://localhost:${sdkPort}/${call}`
  const headers = { 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: '{}', signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** False for an error of a game that does not answer; rethrows any other. */
function ignoreSilence(error: unknown, silence: new (...given: never[]) => Error): false {
  if (error instanceof silence) return false
  throw error
}
