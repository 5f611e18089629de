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

/** The port of the game's TV: far enough from game ports that no two servers of a host share one. */
export const tvPortOffset = 10_000

/** What a command's placeholders stand for. */
export interface CommandFacts {
  port: number
  /** The first port of the host; `{index}` counts from it. */
  firstPort: number
  host: string
  folder: string
}

/** Replaces `{port}`, `{tv}`, `{index}`, `{host}` and `{folder}` in a command for one instance. */
export function fillCommandPlaceholders(
  command: readonly string[],
  { port, firstPort, host, folder }: CommandFacts,
): string[] {
  const values = { port, tv: port + tvPortOffset, index: port - firstPort, host, folder }
  return command.map((word) =>
    word.replaceAll(/\{(port|tv|index|host|folder)\}/g, (_whole, name: keyof typeof values) =>
      String(values[name]),
    ),
  )
}

/** The TV port of an instance (UDP), or null for a command without one. */
export function getTvPort(command: readonly string[], port: number): number | null {
  return command.some((word) => word.includes('{tv}')) ? port + tvPortOffset : null
}
