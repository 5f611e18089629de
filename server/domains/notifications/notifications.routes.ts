import * as channelCalls from '@clutch/contract/api/notifications/operator-channels.ts'
import * as deliveryCalls from '@clutch/contract/api/notifications/operator-deliveries.ts'
import * as ruleCalls from '@clutch/contract/api/notifications/operator-rules.ts'
import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { registerCall } from '../../platform/http/calls/register-call.ts'
import * as channels from './channels/channels.service.ts'
import * as log from './deliveries/delivery-log.service.ts'
import { sendTestMessage } from './deliveries/send-test.ts'
import * as rules from './rules/rules.service.ts'

/** The calls about channels, rules and the delivery log. */
export function registerNotifications(context: AppContext, app: App): void {
  registerChannelRoutes(context, app)
  registerRuleRoutes(context, app)
  registerCall(app, deliveryCalls.operatorListDeliveries, ({ query, caller }) =>
    log.listDeliveries(context, query, caller),
  )
  registerCall(
    app,
    deliveryCalls.operatorRedeliver,
    ({ params, caller }) => log.redeliver(context, params.id, caller),
    {
      load: ({ params, caller }) => log.getDelivery(context.database, params.id, caller),
      nameOf: ({ channelName, title }) => `${channelName}: ${title.zh} · ${title.en}`,
    },
  )
}

function registerChannelRoutes(context: AppContext, app: App): void {
  const load = ({ params }: { params: { id: string } }) =>
    channels.getChannel(context, context.database, params.id)
  const nameOf = ({ name }: channelCalls.Channel) => name
  registerCall(app, channelCalls.operatorListChannels, () => channels.listChannels(context))
  registerCall(app, channelCalls.operatorAddChannel, ({ body }) => channels.addChannel(context, body), {
    created: ({ channel }) => channel,
    nameOf,
  })
  registerCall(
    app,
    channelCalls.operatorChangeChannel,
    ({ params, body }) => channels.changeChannel(context, params.id, body),
    { load, nameOf },
  )
  registerCall(
    app,
    channelCalls.operatorRemoveChannel,
    async ({ params, query }) => {
      await channels.removeChannel(context, params.id, query.revision)
      return undefined
    },
    { load, nameOf },
  )
  registerCall(app, channelCalls.operatorTestChannel, ({ params }) => sendTestMessage(context, params.id), {
    load,
    nameOf,
  })
  registerCall(
    app,
    channelCalls.operatorRotateChannelSecret,
    ({ params }) => channels.rotateSecret(context, params.id),
    { load, nameOf },
  )
}

function registerRuleRoutes(context: AppContext, app: App): void {
  const load = ({ params }: { params: { id: string } }) => rules.getRule(context.database, params.id)
  const nameOf = ({ name }: ruleCalls.Rule) => name
  registerCall(app, ruleCalls.operatorListRules, () => rules.listRules(context))
  registerCall(app, ruleCalls.operatorAddRule, ({ body, caller }) => rules.addRule(context, body, caller), {
    created: (rule) => rule,
    nameOf,
  })
  registerCall(
    app,
    ruleCalls.operatorChangeRule,
    ({ params, body, caller }) => rules.changeRule(context, params.id, body, caller),
    { load, nameOf },
  )
  registerCall(
    app,
    ruleCalls.operatorRemoveRule,
    async ({ params, query }) => {
      await rules.removeRule(context, params.id, query.revision)
      return undefined
    },
    { load, nameOf },
  )
}
