import type { App } from '../../../platform/http/app.ts'
import type { AppContext } from '../../../platform/context.ts'
import { createTestApp } from '../../../testing/http.ts'
import { registerAccounts } from '../index.ts'

/** The HTTP room with the accounts domain, for `app.inject`; the caller closes it. */
export async function createAccountsApp(context: AppContext): Promise<App> {
  const app = await createTestApp(context)
  registerAccounts(context, app)
  return app
}
