import { randomUUIDv7 } from 'node:crypto'
import type { Body } from '@clutch/contract/api/call.ts'
import type { FleetJob, operatorRestartRentals } from '@clutch/contract/api/rentals/operator-fleet-jobs.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { defaultJobParallel } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { listHosts } from '../hosts/hosts.service.ts'
import { settleJobs } from '../reconciler/jobs.store.ts'
import { addMs } from '../../../platform/clock/add-ms.ts'
import { updateFailedMs } from '../reconciler/timing.ts'
import { selectRegion } from '../regions/regions.store.ts'
import { notifyRentalsChanged } from '../rentals.store.ts'
import * as store from './fleet-jobs.store.ts'

type JobRow = Awaited<ReturnType<typeof store.selectJobs>>[number]
type ItemRow = Awaited<ReturnType<typeof store.selectJobItems>>[number]

/** The jobs that run and the last ones that ended (docs/decisions/0041-jobs-on-many-servers.md). */
export async function listJobs({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<FleetJob[]> {
  const jobs = await store.selectJobs(database)
  if (jobs.length === 0) return []
  const items = await store.selectJobItems(
    database,
    jobs.map(({ id }) => id),
  )
  const byJob = Map.groupBy(items, ({ job_id: jobId }) => jobId)
  return jobs.map((job) => toJob(job, byJob.get(job.id) ?? [], clock.now()))
}

/** Returns one job; throws `job.not_found`. */
export async function getJob(context: Pick<AppContext, 'database' | 'clock'>, id: string): Promise<FleetJob> {
  const job = (await listJobs(context)).find((one) => one.id === id)
  if (!job) throw new PortalError('job.not_found', 'There is no such job')
  return job
}

function toJob(row: JobRow, items: readonly ItemRow[], now: Date): FleetJob {
  return {
    id: row.id,
    kind: row.kind === 'drain' ? 'drain' : 'restart',
    hostName: row.host_name,
    region: row.region,
    started: row.started_at.getTime(),
    deadline: row.deadline_at?.getTime() ?? null,
    parallel: row.parallel,
    cancelled: row.cancelled_at?.getTime() ?? null,
    ended: row.ended_at?.getTime() ?? null,
    servers: items.map((item) => ({
      number: item.number,
      name: item.name,
      state: getItemState(item, now),
      players: item.players,
      problem: item.problem,
    })),
  }
}

/** A server that does not come back shows as failed, and keeps its place in the job: no further one is interrupted for it. */
function getItemState({ state, changed_at: at }: ItemRow, now: Date): FleetJob['servers'][number]['state'] {
  if (state === 'running') return at <= addMs(now, -updateFailedMs) ? 'failed' : 'running'
  if (state === 'done' || state === 'cancelled') return state
  return 'waiting'
}

/** Places nothing new on a host, or does again. Throws `host.not_found`, and `host.draining` for one that is drained. */
export async function setHostCordon(
  context: AppContext,
  hostName: string,
  isCordoned: boolean,
): Promise<void> {
  const host = await findHost(context, hostName)
  const { database, clock } = context
  await database.transaction().execute(async (tx) => {
    await store.setHostCordon(tx, host, isCordoned ? clock.now() : null)
    if (!isCordoned && (await store.hasOpenDrain(tx, hostName)))
      throw new PortalError('host.draining', 'This host is drained')
  })
}

/** Places nothing new in a region and sells nothing there, or does again. Throws `region.not_found`. */
export async function setRegionCordon(context: AppContext, code: string, isCordoned: boolean): Promise<void> {
  const { database, clock } = context
  await database.transaction().execute(async (tx) => {
    if (!(await store.setRegionCordon(tx, code, isCordoned ? clock.now() : null)))
      throw new PortalError('region.not_found', 'There is no such region')
    await notifyRentalsChanged(tx)
  })
}

/**
 * Cordons a host and moves its servers elsewhere: each is a move within its region, begun when it is empty, or at the deadline after
 * notices. Throws `host.not_found`, and `host.draining` where it is drained already.
 */
export async function drainHost(
  context: AppContext,
  hostName: string,
  minutes: number | undefined,
): Promise<FleetJob> {
  const host = await findHost(context, hostName)
  return startJob(context, { kind: 'drain', target: { drain: hostName }, minutes }, async (tx) => {
    await store.setHostCordon(tx, host, context.clock.now())
    if (await store.hasOpenDrain(tx, hostName))
      throw new PortalError('host.draining', 'This host is drained already')
  })
}

/**
 * Restarts the running servers of one target. Throws `request.invalid` for none or several, and `host.not_found`, `region.not_found` or
 * `rental.not_found` for one that does not exist or does not run. With `outdated` those that run the installed version are left out;
 * throws `rental.up_to_date` where no other is left.
 */
export async function restartRentals(
  context: AppContext,
  { hostName, region, numbers, outdated = false, minutes, parallel }: Body<typeof operatorRestartRentals>,
): Promise<FleetJob> {
  const targets = [
    ...(hostName === undefined ? [] : [{ hostName }]),
    ...(region === undefined ? [] : [{ region }]),
    ...(numbers === undefined ? [] : [{ numbers: [...new Set(numbers)] }]),
  ]
  const [target, ...others] = targets
  if (target === undefined || others.length > 0)
    throw new PortalError('request.invalid', 'one of hostName, region and numbers')
  if (hostName !== undefined) await findHost(context, hostName)
  if (region !== undefined && !(await selectRegion(context.database, region)))
    throw new PortalError('region.not_found', 'There is no such region')
  return startJob(context, { kind: 'restart', target, isOutdated: outdated, minutes, parallel })
}

interface NewJob {
  kind: 'drain' | 'restart'
  target: store.JobTarget
  /** Only servers that run another version than is installed. */
  isOutdated?: boolean
  minutes: number | undefined
  parallel?: number | undefined
}

async function startJob(
  context: AppContext,
  { kind, target, isOutdated = false, minutes, parallel = defaultJobParallel }: NewJob,
  prepare: (tx: Queries) => Promise<void> = () => Promise.resolve(),
): Promise<FleetJob> {
  const { database, clock } = context
  const now = clock.now()
  const id = randomUUIDv7()
  await database.transaction().execute(async (tx) => {
    await prepare(tx)
    const running = await store.selectTargetRentals(tx, target)
    if ('numbers' in target && running.length < target.numbers.length)
      throw new PortalError('rental.not_found', 'One of these servers does not run')
    const rentals = isOutdated ? await store.selectOutdatedRentals(tx, running) : running
    if (isOutdated && rentals.length === 0)
      throw new PortalError('rental.up_to_date', 'These servers run the installed version')
    const hostName = 'drain' in target ? target.drain : 'hostName' in target ? target.hostName : null
    const job = {
      id,
      kind,
      host_name: hostName,
      region: 'region' in target ? target.region : null,
      started_at: now,
      deadline_at: toDeadline(now, minutes),
      parallel,
    }
    await store.insertJob(tx, job, rentals)
  })
  await settleJobs(database, now)
  await store.scheduleJobRentals(database, id, now)
  return getJob(context, id)
}

/** Changes when occupied servers are interrupted. Throws `job.not_found` and `job.over`. */
export async function setJobDeadline(
  context: AppContext,
  id: string,
  minutes: number | undefined,
): Promise<FleetJob> {
  const { database, clock } = context
  const now = clock.now()
  await database.transaction().execute(async (tx) => {
    await lockOpenJob(tx, id)
    await store.setDeadline(tx, id, toDeadline(now, minutes))
  })
  await store.scheduleJobRentals(database, id, now)
  return getJob(context, id)
}

/** Begins with no further server; what was begun is finished. Throws `job.not_found` and `job.over`. */
export async function cancelJob(context: AppContext, id: string): Promise<FleetJob> {
  const { database, clock } = context
  const now = clock.now()
  await database.transaction().execute(async (tx) => {
    await lockOpenJob(tx, id)
    await store.cancelJob(tx, id, now)
  })
  await settleJobs(database, now)
  return getJob(context, id)
}

async function lockOpenJob(tx: Queries, id: string): Promise<void> {
  const job = await store.lockJob(tx, id)
  if (!job) throw new PortalError('job.not_found', 'There is no such job')
  if (job.ended_at !== null || job.cancelled_at !== null)
    throw new PortalError('job.over', 'This job is over')
}

function toDeadline(now: Date, minutes: number | undefined): Date | null {
  return minutes === undefined ? null : addMs(now, minutes * 60_000)
}

async function findHost(
  context: AppContext,
  hostName: string,
): Promise<{ hostName: string; driver: string }> {
  const host = (await listHosts(context)).find((one) => one.hostName === hostName)
  if (!host) throw new PortalError('host.not_found', 'There is no such host')
  return host
}
