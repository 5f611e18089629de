import * as calls from '@clutch/contract/api/operator-console.ts'
import { operatorExportJobs } from '@clutch/contract/api/operator-exports.ts'
import type { OperatorJob } from '@clutch/contract/api/operator-console.ts'
import type { House } from '../house.ts'
import { answer } from '../http/answer.ts'
import type { App } from '../http/app.ts'
import { sendRows } from '../http/download.ts'
import { discardJob, exportJobs, listJobs, listQueues, readJob, retryJob, retryQueue } from '../jobs/index.ts'
import { readHealth } from './health.ts'
import { readOverview } from './overview.ts'
import { describeProgram } from './program.ts'
import { searchEverything } from './search.ts'

/** The operator's calls that are about the portal as a whole. */
export function answerConsole(house: House, app: App): void {
  const started = house.clock.now()
  answer(app, calls.operatorGetOverview, ({ query }) => readOverview(house, query.range))
  answer(app, calls.operatorGetHealth, () => readHealth(house))
  answer(app, calls.operatorSearch, ({ query }) => searchEverything(house, query.find))
  answer(app, calls.operatorListSettings, () => describeProgram(house, started))
}

/** The operator's calls about jobs. */
export function answerJobs(house: House, app: App): void {
  const look = ({ params }: { params: { id: string } }) => readJob(house, params.id)
  const named = ({ queue, about }: OperatorJob) => `${queue} ${about}`.trim()
  answer(app, calls.operatorListJobs, ({ query }) => listJobs(house, query))
  answer(app, operatorExportJobs, ({ query, reply }) =>
    sendRows(operatorExportJobs, reply, exportJobs(house, query)),
  )
  answer(app, calls.operatorListQueues, () => listQueues(house))
  answer(app, calls.operatorRetryJob, ({ params }) => retryJob(house, params.id), { look, named })
  answer(
    app,
    calls.operatorRetryQueue,
    async ({ params }) => ({ retried: await retryQueue(house, params.queue) }),
    { made: (value) => value },
  )
  answer(
    app,
    calls.operatorDiscardJob,
    async ({ params }) => {
      await discardJob(house, params.id)
      return undefined
    },
    { look, named },
  )
}
