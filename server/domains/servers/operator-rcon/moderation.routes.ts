import * as calls from '@clutch/contract/api/servers/operator-moderation.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { type OperatorCaller, responsibleFor } from '../../../platform/http/session/operator-caller.ts'
import type { OnlinePlayers } from '../players/online-players.service.ts'
import { getServerName } from '../registry/registry.service.ts'
import { getModerationSubject, getServerTarget, messageServer, moderatePlayer } from './moderation.service.ts'
import type { RconCommands } from './rcon-commands.service.ts'

interface Dependencies {
  context: AppContext
  content: PortalSettingsCache
  room: RconCommands
  online: Pick<OnlinePlayers, 'byConsole'>
}

/** Registers the operator's calls about the players of registered servers. */
export function registerModerationRoutes(app: App, dependencies: Dependencies): void {
  const { context } = dependencies
  const getTarget = (id: string, caller: OperatorCaller) =>
    getServerTarget(dependencies, id, responsibleFor(caller))
  const audited = { created: ({ command, ms }: { command: string; ms: number }) => ({ command, ms }) }

  registerCall(
    app,
    calls.operatorKickPlayer,
    async ({ params, body, caller }) =>
      moderatePlayer(await getTarget(params.id, caller), { ...body, action: 'kick', minutes: 0 }),
    { ...audited, subject: ({ body }) => body.steamId ?? `#${body.userId}` },
  )
  registerCall(
    app,
    calls.operatorBanPlayer,
    async ({ params, body, caller }) =>
      moderatePlayer(await getTarget(params.id, caller), { ...body, action: 'ban' }),
    { ...audited, subject: ({ body }) => body.steamId },
  )
  registerCall(
    app,
    calls.operatorModeratePlayer,
    async ({ params, body, caller }) => moderatePlayer(await getTarget(params.id, caller), body),
    { ...audited, subject: ({ body }) => getModerationSubject(body) },
  )
  registerCall(
    app,
    calls.operatorSendServerMessage,
    async ({ params, body, caller }) => messageServer(await getTarget(params.id, caller), body.text),
    { ...audited, subject: ({ params }) => getServerName(context.database, params.id) },
  )
}
