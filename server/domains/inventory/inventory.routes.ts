import * as calls from '@clutch/contract/api/inventory/inventory.ts'
import { registerCall } from '../../platform/http/calls/register-call.ts'
import type { App } from '../../platform/http/app.ts'
import {
  type Dependencies,
  authorizePlayer,
  createSignInToken,
  testSignIn,
  updateSiteUser,
} from './inventory.service.ts'

/** The two calls before the frame: both only for oneself, with the feature, in a group that the operator named (J3). */
export function registerInventoryRoutes(app: App, dependencies: Dependencies): void {
  registerCall(app, calls.updateInventoryUser, async ({ body, signedIn }) => {
    await updateSiteUser(dependencies, await authorizePlayer(dependencies, signedIn, body.steamid))
    return { success: true as const }
  })
  registerCall(app, calls.signInToInventory, async ({ body, signedIn }) => ({
    token: await createSignInToken(dependencies, await authorizePlayer(dependencies, signedIn, body.steamId)),
  }))
  registerCall(
    app,
    calls.operatorTestInventory,
    async ({ body }) => (await testSignIn(dependencies, body.steamId)) ?? { problem: null, detail: '' },
    { subject: ({ body }) => body.steamId },
  )
}
