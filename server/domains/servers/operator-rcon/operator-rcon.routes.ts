import * as calls from '@clutch/contract/api/servers/operator-server-control.ts'
import { operatorListServerPlayers } from '@clutch/contract/api/servers/operator-moderation.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { responsibleFor } from '../../../platform/http/session/operator-caller.ts'
import { RconCommands } from './rcon-commands.service.ts'
import { listCompletions } from './rcon-completions.service.ts'
import type { NameSource } from '../players/player-lookup.ts'
import { OnlinePlayers } from '../players/online-players.service.ts'
import { registerModerationRoutes } from './moderation.routes.ts'
import type { QueryDriver } from '../query/query-driver.ts'
import type { RconClientPool } from '../rcon/rcon-client-pool.ts'
import { getServerName } from '../registry/registry.service.ts'
import { testServerConnection } from './connection-test.service.ts'

interface Dependencies {
  context: AppContext
  content: PortalSettingsCache
  query: QueryDriver
  clients: RconClientPool
  sources: readonly NameSource[]
}

/** Registers the operator's RCON calls; each change is in the audit log with its masked line. */
export function registerOperatorRconRoutes(
  app: App,
  { context, content, query, clients, sources }: Dependencies,
): void {
  const room = new RconCommands(context, clients)
  const online = new OnlinePlayers({ context, room, query, sources })
  const audited = { created: ({ command, ms }: { command: string; ms: number }) => ({ command, ms }) }

  registerCall(app, calls.operatorTestServer, ({ body }) => testServerConnection(context, query, body), {
    subject: ({ body }) => `${body.ip}:${body.port}`,
  })
  registerCall(
    app,
    calls.operatorRunRconCommand,
    ({ params, body, caller }) => room.run(params.id, body.command, responsibleFor(caller)),
    {
      ...audited,
      subject: async ({ params, body }, ran) => {
        const command = ran?.command ?? (await room.shown(params.id, body.command))
        const serverName = getServerName(context.database, params.id)
        return serverName.then(
          (name) => `${name}: ${command}`,
          () => command,
        )
      },
    },
  )
  registerCall(app, calls.operatorListRconLog, ({ params }) => room.history(params.id))
  registerCall(app, calls.operatorListRconCompletions, ({ params }) =>
    listCompletions({ context, room }, params.id),
  )
  registerCall(app, operatorListServerPlayers, ({ params }) => online.list(params.id))
  registerModerationRoutes(app, { context, content, room, online })
}
