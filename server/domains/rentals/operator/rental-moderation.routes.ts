import * as calls from '@clutch/contract/api/rentals/operator-rental-moderation.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { getModerationSubject } from '../../servers/index.ts'
import { getRental } from './operator-rentals.service.ts'
import { listRentalPlayers, moderateRentalPlayer, setRentalModeration } from './rental-moderation.service.ts'

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
    async ({ params: { number }, body }) => {
      await setRentalModeration(context, number, body)
      return (await getRental(context, number)).rental
    },
    {
      load: async ({ params }) => ({
        preset: (await getRental(context, params.number)).rental.moderation_preset,
      }),
      subject: ({ params }) => params.number,
    },
  )
}
