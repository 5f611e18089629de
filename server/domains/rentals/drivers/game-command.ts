import { join } from 'node:path'
import type { Config } from '../../../platform/config/config.ts'

/** The simulated game, run as any other program; the portal itself knows nothing of it. */
const simulatedGameCommand = [
  process.execPath,
  join(import.meta.dirname, '../../../../gamesim/start.mjs'),
  '--rented',
  '--port',
  '{port}',
  '--host',
  '{host}',
  '--data',
  '{folder}',
]

/** The command of a game; null where none may run: production has no simulated servers. */
export function getGameCommand({ env, gameCommand: configured }: Config): readonly string[] | null {
  return configured ?? (env === 'production' ? null : simulatedGameCommand)
}

/** The command's words for one instance. */
export function fillCommandPlaceholders(
  command: readonly string[],
  facts: { port: number; host: string; folder: string },
): string[] {
  return command.map((word) =>
    word.replaceAll(/\{(port|host|folder)\}/g, (_whole, name: keyof typeof facts) => String(facts[name])),
  )
}
