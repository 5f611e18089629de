import * as calls from '@clutch/contract/api/operator-boards.ts'
import type { House } from '../house.ts'
import { answer } from '../http/answer.ts'
import type { App } from '../http/app.ts'
import { grantGroup, listMemberships, revokeGroup } from './groups.ts'

/** The operator's calls about groups (C18). */
export function answerGroups(house: House, app: App): void {
  answer(app, calls.operatorListMemberships, () => listMemberships(house))
  answer(app, calls.operatorGrantGroup, ({ params, body }) => grantGroup(house, { ...params, ...body }))
  answer(app, calls.operatorRevokeGroup, async ({ params }) => {
    await revokeGroup(house, params.steamId, params.group)
    return undefined
  })
}
