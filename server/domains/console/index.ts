import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { registerConsoleCalls, registerJobCalls } from './console.routes.ts'

/** Registers the operators' console, which is composed of all domains' public interfaces. */
export function registerConsole(context: AppContext, app: App): void {
  registerConsoleCalls(context, app)
  registerJobCalls(context, app)
}
