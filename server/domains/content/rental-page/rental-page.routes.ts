import * as operator from '@clutch/contract/api/content/operator-chat-commands.ts'
import { getRentalPage, listChatCommands } from '@clutch/contract/api/rentals/rentals.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import * as commands from './commands.service.ts'
import type { PortalSettingsCache } from '../portal-settings/portal-settings-cache.ts'
import { getRentalTexts } from './rental-texts.ts'

/** What the page says of practice servers and their commands (G1, G2), and the operator's calls about these. */
export function registerRentalPageRoutes(context: AppContext, app: App, holder: PortalSettingsCache): void {
  const { database } = context
  registerCall(app, getRentalPage, ({ query, reply }) => {
    reply.header('cache-control', 'no-cache')
    return getRentalTexts(holder.settings.practice, query.language)
  })
  registerCall(app, listChatCommands, ({ reply }) => {
    reply.header('cache-control', 'no-cache')
    return commands.listCommands(database)
  })
  registerCommandRoutes(context, app)
}

function registerCommandRoutes(context: AppContext, app: App): void {
  const { database } = context
  const look = ({ params }: { params: { id: string } }) => commands.getCommand(database, params.id)
  const named = ({ command }: operator.OperatorChatCommand) => command
  registerCall(app, operator.operatorListChatCommands, () => commands.listAllCommands(database))
  registerCall(app, operator.operatorAddChatCommand, ({ body }) => commands.addCommand(database, body), {
    made: (command) => command,
    named,
  })
  registerCall(
    app,
    operator.operatorChangeChatCommand,
    ({ params, body }) => commands.changeCommand(context, params.id, body),
    { look, named },
  )
  registerCall(
    app,
    operator.operatorRemoveChatCommand,
    async ({ params, query }) => {
      await commands.removeCommand(context, params.id, query.revision)
      return undefined
    },
    { look, named },
  )
}
