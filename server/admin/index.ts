import type { AppContext } from '../house.ts'
import type { App } from '../http/app.ts'
import { answerConsole, answerJobs } from './routes.ts'

/** The operators' console: what is composed of all domains, which it knows by what they show of themselves. */
export function registerAdmin(context: AppContext, app: App): void {
  answerConsole(context, app)
  answerJobs(context, app)
}
