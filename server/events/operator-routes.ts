import * as calls from '@clutch/contract/api/operator-events.ts'
import type { House } from '../house.ts'
import { answer } from '../http/answer.ts'
import type { App } from '../http/app.ts'
import { listFeeds } from './feeds.ts'
import { connectLog, issueSecret, revokeSecret } from './secrets.ts'

/** The operator's calls about who may report, and how that goes. */
export function answerEventsOperator(house: House, app: App): void {
  answer(app, calls.operatorIssueSecret, ({ params }) => issueSecret(house, params.id))
  answer(app, calls.operatorRevokeSecret, async ({ params }) => {
    await revokeSecret(house, params.id)
    return undefined
  })
  answer(app, calls.operatorConnectLog, ({ params }) => connectLog(house, params.id))
  answer(app, calls.operatorListFeeds, () => listFeeds(house.database))
}
