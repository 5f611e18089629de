import { registerAccounts } from '../../domains/accounts/index.ts'
import type { House } from '../../house.ts'
import type { App } from '../../http/app.ts'
import { createTestApp } from '../../testing/http.ts'
import { registerAdmin } from '../index.ts'

/** The HTTP room with the console's own calls, and the audit log behind them; the caller closes it. */
export async function createAdminApp(house: House): Promise<App> {
  const app = await createTestApp(house)
  registerAccounts(house, app)
  registerAdmin(house, app)
  return app
}
