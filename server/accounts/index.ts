import type { House } from '../house.ts'
import type { App } from '../http/app.ts'
import { writeAudit } from './audit.ts'
import { answerGroups } from './operator-routes.ts'
import { deviceOf, sessionCheck } from './sessions.ts'

export { everybodysGroups, groupsOf } from './groups.ts'
export { membershipsChannel } from './groups-store.ts'

/** The accounts domain on the web side: who somebody is, whether their session stands, who is in which group. */
export function registerAccounts(house: House, app: App): void {
  app.sessionCheck = sessionCheck(house)
  app.operatorActed = ({ by, call, params, fields, request }) =>
    writeAudit(house, house.database, {
      actor: by?.steamId ?? 'operator',
      action: call,
      subject: Object.values(params)[0] ?? '',
      detail: { ...params, fields },
      device: deviceOf(request),
    })
  answerGroups(house, app)
}
