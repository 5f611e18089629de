import * as calls from '@clutch/contract/api/inventory.ts'
import { registerCall } from '../../platform/http/answer.ts'
import type { App } from '../../platform/http/app.ts'
import { type Parts, admit, signIn, testSignIn, updateUser } from './inventory.ts'

/** The two calls before the frame: both only for oneself, with the feature, in a group that the operator named (J3). */
export function answerInventory(app: App, parts: Parts): void {
  registerCall(app, calls.updateInventoryUser, async ({ body, signedIn }) => {
    await updateUser(parts, await admit(parts, signedIn, body.steamid))
    return { success: true as const }
  })
  registerCall(app, calls.signInToInventory, async ({ body, signedIn }) => ({
    token: await signIn(parts, await admit(parts, signedIn, body.steamId)),
  }))
  registerCall(
    app,
    calls.operatorTestInventory,
    async ({ body }) => (await testSignIn(parts, body.steamId)) ?? { problem: null, detail: '' },
    { subject: ({ body }) => body.steamId },
  )
}
