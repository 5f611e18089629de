import type { House } from '../house.ts'
import type { App } from '../http/app.ts'
import { answerConsole, answerJobs } from './routes.ts'

/** The operators' console: what is composed of all domains, which it knows by what they show of themselves. */
export function registerAdmin(house: House, app: App): void {
  answerConsole(house, app)
  answerJobs(house, app)
}
