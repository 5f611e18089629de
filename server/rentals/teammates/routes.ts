import { listTeammates } from '@clutch/contract/api/rentals.ts'
import type { PortalSettingsCache } from '../../domains/content/index.ts'
import type { House } from '../../house.ts'
import { answer } from '../../http/answer.ts'
import type { App } from '../../http/app.ts'
import { teammatesOf } from './teammates.ts'

/** The past teammates of an owner (G16). */
export function answerTeammates(house: House, app: App, content: PortalSettingsCache): void {
  answer(app, listTeammates, async ({ params, signedIn }) => {
    content.assertFeature(({ pracc }) => pracc.enabled)
    return { teammates: await teammatesOf(house, params.id, signedIn.steamId) }
  })
}
