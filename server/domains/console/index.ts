import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { registerConsoleCalls, registerJobCalls } from './routes.ts'

/** The operators' console: what is composed of all domains, which it knows by what they show of themselves. */
export function registerConsole(context: AppContext, app: App): void {
  registerConsoleCalls(context, app)
  registerJobCalls(context, app)
}
