import * as calls from '@clutch/contract/api/console/console.ts'
import { operatorSearch } from '@clutch/contract/api/console/search.ts'
import { operatorExportJobs } from '@clutch/contract/api/console/list-exports.ts'
import type { AppContext } from '../../platform/context.ts'
import { registerCall } from '../../platform/http/calls/register-call.ts'
import type { App } from '../../platform/http/app.ts'
import { sendRows } from '../../platform/http/responses/download.ts'
import {
  discardJob,
  exportJobs,
  listJobs,
  listQueues,
  readJob,
  retryJob,
  retryQueue,
} from '../../platform/jobs/index.ts'
import { limitHealth, limitOverview } from './limit-by-rights.ts'
import { readHealth } from './health.service.ts'
import { OverviewCache } from './overview.service.ts'
import { describeProgram } from './describe-program.ts'
import { searchEverything } from './search.service.ts'
import { UpdateNotice } from './update-notice.ts'

/** The operator's calls that are about the portal as a whole. */
export function registerConsoleCalls(context: AppContext, app: App): void {
  const started = context.clock.now()
  const update = new UpdateNotice(context)
  const overviews = new OverviewCache(context)
  registerCall(app, calls.operatorGetOverview, async ({ query, caller }) =>
    limitOverview(await overviews.get(query.range), caller.permissions.rights),
  )
  registerCall(app, calls.operatorGetHealth, async ({ caller }) => {
    const health = await readHealth(context, caller)
    const attention = [...health.attention, ...update.current()]
    return limitHealth({ ...health, attention }, caller.permissions.rights)
  })
  registerCall(app, operatorSearch, ({ query, caller }) =>
    searchEverything(context, query.find, caller.permissions.rights),
  )
  registerCall(app, calls.operatorGetConfig, () => describeProgram(context, started))
}

/** The operator's calls about jobs. */
export function registerJobCalls(context: AppContext, app: App): void {
  const load = ({ params }: { params: { id: string } }) => readJob(context, params.id)
  const nameOf = ({ queue, about }: calls.OperatorJob) => `${queue} ${about}`.trim()
  registerCall(app, calls.operatorListJobs, ({ query }) => listJobs(context, query))
  registerCall(app, operatorExportJobs, ({ query, reply }) =>
    sendRows(operatorExportJobs, reply, exportJobs(context, query)),
  )
  registerCall(app, calls.operatorListQueues, () => listQueues(context))
  registerCall(app, calls.operatorRetryJob, ({ params }) => retryJob(context, params.id), { load, nameOf })
  registerCall(
    app,
    calls.operatorRetryQueue,
    async ({ params }) => ({ retried: await retryQueue(context, params.queue) }),
    { created: (value) => value },
  )
  registerCall(
    app,
    calls.operatorDiscardJob,
    async ({ params }) => {
      await discardJob(context, params.id)
      return undefined
    },
    { load, nameOf },
  )
}
