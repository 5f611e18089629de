import * as calls from '@clutch/contract/api/rentals/operator-rental-moderation.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { getModerationSubject } from '../../servers/index.ts'
import { getRental } from './operator-rentals.service.ts'
import {
  getModerationPreset,
  listRentalPlayers,
  moderateRentalPlayer,
  setRentalModeration,
} from './rental-moderation.service.ts'

/** The operator's calls about the players of rented servers. */
export function registerRentalModerationRoutes(
  context: AppContext,
  app: App,
  content: PortalSettingsCache,
): void {
  registerCall(app, calls.operatorListRentalPlayers, ({ params }) =>
    listRentalPlayers(context, params.number),
  )
  registerCall(
    app,
    calls.operatorModerateRentalPlayer,
    ({ params: { number }, body }) => moderateRentalPlayer(context, content, { number, order: body }),
    {
      created: ({ command, ms }) => ({ command, ms }),
      subject: ({ params, body }) => `${params.number}: ${getModerationSubject(body)}`,
    },
  )
  registerCall(
    app,
    calls.operatorSetRentalModeration,
    async ({ params: { number }, body, writeAudit }) => {
      await setRentalModeration(context, number, body, writeAudit)
      return (await getRental(context, number)).rental
    },
    {
      load: async ({ params }, queries = context.database) => ({
        preset: await getModerationPreset(queries, params.number),
      }),
      subject: ({ params }) => params.number,
    },
  )
}
