import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '@clutch/server/platform/config/config.ts'
import {
  fillCommandPlaceholders,
  getGameCommand,
} from '@clutch/server/domains/rentals/drivers/game-command.ts'
import { openGame } from '@clutch/server/domains/rentals/game/index.ts'
import { isPortOpen } from '@clutch/server/domains/rentals/game/is-port-open.ts'

const host = '127.0.0.1'
const config = readConfig({ CLUTCH_ENV: 'development' })
const gameFacts = {
  number: 'sv-000000',
  name: 'Bare',
  password: 'pass1234',
  rconPassword: 'rcon1234',
  admins: [],
  reportSecret: 'report1234',
}

/** Game servers without a portal: as many processes as asked for, begun at once. Answers the ms until each answers A2S and takes its RCON password. */
export async function startBareGames(count: number): Promise<number> {
  const game = await openGame({
    config,
    clock: { now: () => new Date(), monotonicMs: () => performance.now() },
  })
  const folder = mkdtempSync(join(tmpdir(), 'clutch-bare-'))
  const first = randomInt(12_000, 30_000)
  const started = performance.now()
  const children = Array.from({ length: count }, (_, index) => {
    const own = join(folder, String(index))
    for (const [path, text] of Object.entries(game.files(gameFacts))) {
      mkdirSync(dirname(join(own, path)), { recursive: true })
      writeFileSync(join(own, path), text)
    }
    const command = [...(getGameCommand(config) ?? []), '--idle']
    const [program = '', ...words] = fillCommandPlaceholders(command, {
      port: first + index,
      firstPort: first,
      host,
      folder: own,
    })
    return spawn(program, words, { cwd: own, stdio: 'ignore' })
  })
  try {
    await Promise.all(
      children.map(async (_, index) => {
        const target = { host, port: first + index }
        // A query sent before the port is open would wait for its timeout.
        while (!(await isPortOpen(target))) await wait(20)
        while (!(await game.isReady(target, gameFacts))) await wait(20)
      }),
    )
    return performance.now() - started
  } finally {
    game.close()
    await Promise.all(
      children.map((child) => {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGKILL')
        return ended
      }),
    )
    rmSync(folder, { recursive: true, force: true })
  }
}
