import { sql } from 'kysely'
import { type Queries, prepared } from '../../../platform/database/index.ts'
import { addMs } from '../../../platform/clock/add-ms.ts'

/** After this, what an operator's job could not do for a rental is tried again. */
const jobRetryMs = 60_000

/** What an operator's job wants of a rental; the oldest job first. */
export interface PendingJob {
  id: string
  kind: 'drain' | 'restart'
  /** The host that is drained. */
  hostName: string | null
  /** `running`: its restart or its move was begun. */
  state: 'waiting' | 'running'
  switchId: string | null
  /** When it is interrupted although it is occupied; null: only when it is empty. */
  deadline: Date | null
  retryAt: Date | null
  /** As many rentals of the job as may be are worked on now. */
  isBusy: boolean
}

export async function selectPendingJob(queries: Queries, rentalId: string): Promise<PendingJob | null> {
  const { rows } = await sql<PendingJob>`select job.id, job.kind, job.host_name as "hostName", item.state,
      item.switch_id as "switchId", job.deadline_at as deadline, item.retry_at as "retryAt",
      (select count(*) from fleet_job_items as other where other.job_id = job.id and other.state = 'running')
        >= job.parallel as "isBusy"
    from fleet_job_items as item join fleet_jobs as job on job.id = item.job_id
    where item.rental_id = ${rentalId} and item.state in ('waiting', 'running') and job.ended_at is null
    order by job.id limit 1`.execute(queries)
  return rows[0] ?? null
}

/**
 * Begins with a rental of a job, in the transaction that holds the rental; false where the job was cancelled, or works on as many as it
 * may. The job is locked, so that two workers do not begin with one too many.
 */
export async function beginJobItem(
  tx: Queries,
  { jobId, rentalId, switchId }: { jobId: string; rentalId: string; switchId: string | null },
  now: Date,
): Promise<boolean> {
  await tx.selectFrom('fleet_jobs').select('id').where('id', '=', jobId).forUpdate().execute()
  const { numUpdatedRows } = await tx
    .updateTable('fleet_job_items')
    .set({ state: 'running', switch_id: switchId, problem: '', retry_at: null, changed_at: now })
    .where('job_id', '=', jobId)
    .where('rental_id', '=', rentalId)
    .where('state', '=', 'waiting')
    .where(
      sql<boolean>`(select count(*) from fleet_job_items as other where other.job_id = ${jobId} and other.state = 'running')
        < (select parallel from fleet_jobs where id = ${jobId})`,
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** A rental could not be worked on: it waits again, or is left alone where the job was cancelled meanwhile. */
export async function delayJobItem(
  tx: Queries,
  { rentalId, problem }: { rentalId: string; problem: string },
  which: { jobId: string } | { switchId: string },
  now: Date,
): Promise<void> {
  const isCancelled = sql<boolean>`exists (select from fleet_jobs as job
    where job.id = fleet_job_items.job_id and job.cancelled_at is not null)`
  await tx
    .updateTable('fleet_job_items')
    .set({
      state: sql<string>`case when ${isCancelled} then 'cancelled' else 'waiting' end`,
      switch_id: null,
      problem,
      retry_at: addMs(now, jobRetryMs),
      changed_at: now,
    })
    .where('rental_id', '=', rentalId)
    .where('state', 'in', ['waiting', 'running'])
    .$if('jobId' in which, (query) => query.where('job_id', '=', 'jobId' in which ? which.jobId : ''))
    .$if('switchId' in which, (query) =>
      query.where('switch_id', '=', 'switchId' in which ? which.switchId : ''),
    )
    .execute()
}

/** Notes what is done: a rental left the host that is drained, or is ready after its restart, or has no server any more. */
export async function settleJobs(queries: Queries, now: Date, rentalId: string | null = null): Promise<void> {
  const present = sql`select from rental_instances as one where one.rental_id = item.rental_id and one.removed_at is null`
  await sql`${prepared} with done as (
      update fleet_job_items as item set state = 'done', problem = '', changed_at = ${now}
      from fleet_jobs as job where job.id = item.job_id and item.state in ('waiting', 'running')
        and (${rentalId}::uuid is null or item.rental_id = ${rentalId}::uuid)
        and case job.kind when 'drain' then not exists (${present} and one.host_name = job.host_name)
          else not exists (${present}) or (item.state = 'running' and exists (${present} and one.state = 'ready'
            and one.restarted_op is not distinct from (select restart_op from rentals where id = item.rental_id))) end
      returning item.job_id, item.rental_id)
    update fleet_jobs as job set ended_at = ${now}
    where job.ended_at is null and (${rentalId}::uuid is null or job.id in (select job_id from done))
      and not exists (select from fleet_job_items as item where item.job_id = job.id and item.state in ('waiting', 'running')
        and (item.job_id, item.rental_id) not in (select job_id, rental_id from done))`.execute(queries)
}

export async function hasOpenJobs(queries: Queries): Promise<boolean> {
  const { rows } = await sql`${prepared} select from fleet_jobs where ended_at is null limit 1`.execute(
    queries,
  )
  return rows.length > 0
}

/** Selects rentals that a job may go on with: their server is empty, or it has a deadline. */
export async function selectRentalsOfJobs(queries: Queries, now: Date): Promise<string[]> {
  const { rows } = await sql<{
    rental_id: string
  }>`${prepared} select distinct item.rental_id from fleet_job_items as item
    join fleet_jobs as job on job.id = item.job_id and job.ended_at is null
    join rental_instances as one on one.rental_id = item.rental_id and one.removed_at is null and one.state = 'ready'
    where item.state in ('waiting', 'running') and (one.players = 0 or job.deadline_at is not null)
      and (item.retry_at is null or item.retry_at <= ${now})`.execute(queries)
  return rows.map(({ rental_id }) => rental_id)
}
