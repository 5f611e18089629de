import * as calls from '@clutch/contract/api/rentals/operator-fleet-jobs.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import { listHosts } from '../hosts/hosts.service.ts'
import { getRegion } from '../regions/regions.service.ts'
import * as jobs from './fleet-jobs.service.ts'

/** The operator's calls about many servers at once: cordons, drains and restarts. */
export function registerFleetJobRoutes(context: AppContext, app: App): void {
  registerCordonRoutes(context, app)
  const created = { created: toAudited, nameOf: describe }
  const changed = {
    load: async ({ params }: { params: { id: string } }) => toAudited(await jobs.getJob(context, params.id)),
    nameOf: describe,
  }
  registerCall(app, calls.operatorListFleetJobs, () => jobs.listJobs(context))
  registerCall(
    app,
    calls.operatorDrainHost,
    ({ params, body }) => jobs.drainHost(context, params.hostName, body.minutes),
    created,
  )
  registerCall(app, calls.operatorRestartRentals, ({ body }) => jobs.restartRentals(context, body), created)
  registerCall(
    app,
    calls.operatorSetJobDeadline,
    ({ params, body }) => jobs.setJobDeadline(context, params.id, body.minutes),
    changed,
  )
  registerCall(app, calls.operatorCancelJob, ({ params }) => jobs.cancelJob(context, params.id), changed)
}

function registerCordonRoutes(context: AppContext, app: App): void {
  const host = {
    load: async ({ params: { hostName } }: { params: { hostName: string } }) => {
      const found = (await listHosts(context)).find((one) => one.hostName === hostName)
      return found ? { cordoned: found.cordoned } : null
    },
    subject: ({ params }: { params: { hostName: string } }) => params.hostName,
  }
  const region = {
    load: async ({ params }: { params: { code: string } }) => {
      const { code, cordoned } = await getRegion(context, params.code)
      return { code, cordoned }
    },
  }
  const cordon = async (done: Promise<void>) => {
    await done
    return undefined
  }
  registerCall(
    app,
    calls.operatorCordonHost,
    ({ params }) => cordon(jobs.setHostCordon(context, params.hostName, true)),
    host,
  )
  registerCall(
    app,
    calls.operatorUncordonHost,
    ({ params }) => cordon(jobs.setHostCordon(context, params.hostName, false)),
    host,
  )
  registerCall(
    app,
    calls.operatorCordonRegion,
    ({ params }) => cordon(jobs.setRegionCordon(context, params.code, true)),
    region,
  )
  registerCall(
    app,
    calls.operatorUncordonRegion,
    ({ params }) => cordon(jobs.setRegionCordon(context, params.code, false)),
    region,
  )
}

/** What the audit log stores of a job. */
function toAudited({ id, kind, hostName, region, deadline, cancelled, servers }: calls.FleetJob) {
  return { id, kind, hostName, region, deadline, cancelled, servers: servers.map(({ number }) => number) }
}

function describe({ kind, hostName, region, servers }: ReturnType<typeof toAudited>): string {
  return `${kind} ${hostName ?? region ?? `${servers.length} servers`}`
}
