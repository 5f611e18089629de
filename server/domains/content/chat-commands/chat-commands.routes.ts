import * as operator from '@clutch/contract/api/content/operator-chat-commands.ts'
import { listChatCommands } from '@clutch/contract/api/rentals/rental-page.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import * as commands from './chat-commands.service.ts'

/** Registers the calls of the chat commands of practice servers (G1), public and operator's. */
export function registerChatCommandRoutes(context: AppContext, app: App): void {
  const { database } = context
  registerCall(app, listChatCommands, ({ reply }) => {
    reply.header('cache-control', 'no-cache')
    return commands.listCommands(database)
  })
  const load = ({ params }: { params: { id: string } }) => commands.getCommand(database, params.id)
  const nameOf = ({ command }: operator.OperatorChatCommand) => command
  registerCall(app, operator.operatorListChatCommands, () => commands.listAllCommands(database))
  registerCall(app, operator.operatorAddChatCommand, ({ body }) => commands.addCommand(database, body), {
    created: (command) => command,
    nameOf,
  })
  registerCall(
    app,
    operator.operatorChangeChatCommand,
    ({ params, body }) => commands.changeCommand(context, params.id, body),
    { load, nameOf },
  )
  registerCall(
    app,
    operator.operatorRemoveChatCommand,
    async ({ params, query }) => {
      await commands.removeCommand(context, params.id, query.revision)
      return undefined
    },
    { load, nameOf },
  )
}
