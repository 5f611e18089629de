import type { PortalSettingsCache } from '../content/index.ts'
import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { type NameSource, PlayerLookup } from './players/player-lookup.ts'
import { registerOperatorRconRoutes } from './operator-rcon/operator-rcon.routes.ts'
import { registerEmbedRoutes } from './embed/embed.routes.ts'
import { LiveList } from './list/live-list.ts'
import { registerRegistryRoutes } from './registry/registry.routes.ts'
import { type QueryDriver, createQueryDriver } from './query/query-driver.ts'
import { createAddressPolicy } from '../../platform/network/outgoing-requests.ts'
import { RconClientPool } from './rcon/rcon-client-pool.ts'
import { RconNames } from './players/rcon-names.ts'
import { registerServerRoutes } from './list/servers.routes.ts'
import { ServerStream } from './list/server-stream.ts'

export { RconBackoff } from './rcon/rcon-backoff.ts'
export { openRcon, throwRconError } from './rcon/rcon-session.ts'
export { listPlayersByConsole } from './players/online-players.service.ts'
export {
  findModerationCommands,
  getModerationSubject,
  moderatePlayer,
} from './operator-rcon/moderation.service.ts'
export { GameConsoles, listModeratedServers } from './operator-rcon/game-consoles.ts'
export type { ModeratedServer } from './operator-rcon/game-consoles.ts'
export type { ModerationTarget } from './operator-rcon/moderation.service.ts'
export { testServerConnection } from './operator-rcon/connection-test.service.ts'
export type { RconSession } from './rcon/rcon-session.ts'
export { listRconServers } from './registry/registry.service.ts'
export type { RconServer } from './registry/registry.service.ts'
export { createGameServerSource } from './metrics/server-metrics.ts'
export { isGamedigGame } from './query/gamedig-driver.ts'
export {
  searchServers,
  countServers,
  listServerSummaries,
  getListFreshness,
  getPlayerCounts,
} from './overview/overview.service.ts'
export { countOutdatedServers, listLiveServers, listWatchedServers } from './overview/troubled-servers.ts'
export type { NameSource } from './players/player-lookup.ts'
export { checkGameVersion, startGameVersionWorker } from './game-version/game-version.service.ts'
export { getGameVersionCheck } from './game-version/game-version.store.ts'
export { startPoller } from './polling/poller.worker.ts'
export type { Poller } from './polling/poller.worker.ts'
export { createQueryDriver } from './query/query-driver.ts'
export type { QueriedPlayer, QueryDriver } from './query/query-driver.ts'
export {
  RconClient,
  RconFailed,
  formatRconLine,
  formatPlainRconLine,
  RconAuthFailed,
  RconPaused,
} from './rcon/rcon-client.ts'
export { allowsBindCodes, registryChannel } from './registry/registry.store.ts'
export { assertRegistered, getServerName } from './registry/registry.service.ts'
export { QueryFailed } from './query/query-failed.ts'

/**
 * The servers domain on the web side: list, stream, lookups and the operator's registry. It ends with the app. `sources`
 * are asked for players' names after the servers themselves and their consoles.
 */
export async function registerServers(
  context: AppContext,
  app: App,
  content: PortalSettingsCache,
  sources: readonly NameSource[] = [],
  query: QueryDriver = createQueryDriver({}, createAddressPolicy(context.config)),
): Promise<LiveList> {
  const live = await LiveList.open(context)
  const stream = new ServerStream(live)
  const clients = new RconClientPool(context)
  const names = new RconNames(context, clients)
  const lookup = new PlayerLookup(query, [names.source, ...sources], context.clock)
  app.addHook('preClose', async () => stream.close())
  app.addHook('onClose', async () => {
    clients.close()
    query.close()
    await live.close()
  })
  registerServerRoutes(app, { context, content, live, stream, lookup })
  registerEmbedRoutes(app, { context, content, live })
  registerRegistryRoutes(context, app)
  registerOperatorRconRoutes(app, { context, content, query, clients, sources })
  return live
}
export { isServerListFresh } from './list/list-freshness.ts'
