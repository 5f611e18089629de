import { registerAccounts } from '../../accounts/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { createServersApp } from '../../servers/testing/servers-app.ts'
import { registerVip } from '../index.ts'

/** The web app with the VIP domain and its dependencies, for `app.inject`; the caller closes it. */
export async function createVipApp(context: AppContext): Promise<App> {
  const app = await createServersApp(context)
  registerAccounts(context, app)
  registerVip(context, app)
  return app
}
