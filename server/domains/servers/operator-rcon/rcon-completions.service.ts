import type { RconCompletions } from '@clutch/contract/api/servers/operator-server-control.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { RconCommands } from './rcon-commands.service.ts'
import * as store from './rcon-commands.store.ts'
import { parseStatus } from '../rcon/status-output.ts'
import { findServer } from '../registry/registry.store.ts'

/** A server is asked for its maps again after this. */
const mapsMaxAgeMs = 12 * 3_600_000
const maxMaps = 500

interface Dependencies {
  context: Pick<AppContext, 'database' | 'clock'>
  room: RconCommands
}

/**
 * Returns completions of a line besides commands; a console that does not answer adds none. Throws
 * `server.not_registered`.
 */
export async function listCompletions(dependencies: Dependencies, id: string): Promise<RconCompletions> {
  if (!(await findServer(dependencies.context.database, id)))
    throw new PortalError('server.not_registered', 'There is no such server')
  const status = await runOrNull(dependencies.room, id, 'status')
  const players = parseStatus(status ?? '').map(({ userId, name }) => ({ userId, name }))
  return { maps: await getMaps(dependencies, id, status !== null), players }
}

async function getMaps({ context, room }: Dependencies, id: string, answers: boolean): Promise<string[]> {
  const { database, clock } = context
  const cached = await store.selectServerMaps(database, id)
  const now = clock.now()
  const isFresh = cached && now.getTime() - cached.asked_at.getTime() < mapsMaxAgeMs
  if (isFresh || !answers) return cached?.maps ?? []
  const maps = parseMaps((await runOrNull(room, id, 'maps *')) ?? '')
  if (maps.length === 0) return cached?.maps ?? []
  await store.upsertServerMaps(database, id, maps, now)
  return maps
}

async function runOrNull(room: RconCommands, id: string, line: string): Promise<string | null> {
  try {
    return await room.ask(id, line)
  } catch (error) {
    if (error instanceof PortalError) return null
    throw error
  }
}

/** Returns the map names in a response to `maps *`, in any column layout. */
function parseMaps(output: string): string[] {
  const names = output.matchAll(/(?<![\w/])([a-z]{2,5}_[a-z0-9_]{1,60})(?:\.(?:vpk|bsp))?(?![\w/])/g)
  const maps = Array.from(names, ([, name = '']) => name).filter((name) => !/_(?:vanity|skybox)$/.test(name))
  return [...new Set(maps)].toSorted().slice(0, maxMaps)
}
