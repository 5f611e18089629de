import type { House } from '../house.ts'
import type { App } from '../http/app.ts'
import { answerGroups } from './operator-routes.ts'

export { everybodysGroups, groupsOf } from './groups.ts'
export { membershipsChannel } from './groups-store.ts'

/** The accounts domain on the web side: who is in which group. */
export function registerAccounts(house: House, app: App): void {
  answerGroups(house, app)
}
