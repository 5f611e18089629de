import { registerAccounts } from '../../accounts/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { createTestApp } from '../../../testing/http.ts'
import { registerConsole } from '../index.ts'

/** The HTTP room with the console's own calls, and the audit log behind them; the caller closes it. */
export async function createAdminApp(context: AppContext): Promise<App> {
  const app = await createTestApp(context)
  registerAccounts(context, app)
  registerConsole(context, app)
  return app
}
