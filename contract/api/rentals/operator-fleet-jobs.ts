import * as z from 'zod/mini'
import {
  maxJobParallel,
  maxJobRentals,
  maxUpdateDeadlineMinutes,
  minUpdateDeadlineMinutes,
} from '../../limits.ts'
import { defineCall } from '../call.ts'
import { regionCodeSchema } from './regions.ts'
import { rentalNumberSchema } from './rentals.ts'

export const fleetJobStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

const time = z.number()
const hostNameSchema = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))
const minutes = z.int().check(z.minimum(minUpdateDeadlineMinutes), z.maximum(maxUpdateDeadlineMinutes))

/** Work on many rentals at once; times in ms since 1970 (UTC). */
export const fleetJobSchema = z.object({
  id: z.uuid(),
  /** `drain`: moves every server off a host; `restart`: restarts each server once. */
  kind: z.enum(['drain', 'restart']),
  /** What was chosen; both null for a list of servers. */
  hostName: z.nullable(z.string()),
  region: z.nullable(z.string()),
  started: time,
  /** When occupied servers are interrupted too; null: only when they are empty. */
  deadline: z.nullable(time),
  /** How many servers are worked on at once. */
  parallel: z.int(),
  cancelled: z.nullable(time),
  ended: z.nullable(time),
  servers: z.array(
    z.object({
      number: rentalNumberSchema,
      name: z.string(),
      /** `failed`: it did not come back within 15 minutes; it becomes `done` if it does later. */
      state: z.enum(fleetJobStates),
      /** Without bots; null while it does not answer. */
      players: z.nullable(z.int()),
      /** Why it waits, apart from its players. */
      problem: z.string(),
    }),
  ),
})

export type FleetJob = z.infer<typeof fleetJobSchema>

const jobs = z.array(fleetJobSchema)

export const operatorListFleetJobs = defineCall({
  id: 'operatorListFleetJobs',
  method: 'GET',
  path: '/api/operator/fleet-jobs',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  summary:
    'The drains and restarts of many servers that run, and the last ones that ended, the newest first.',
  reply: jobs,
})

export const operatorCordonHost = defineCall({
  id: 'operatorCordonHost',
  method: 'PUT',
  path: '/api/operator/hosts/:hostName/cordon',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'cordonHost',
  summary: 'Places no new server on a host; those on it run on, and are restarted there.',
  params: z.object({ hostName: hostNameSchema }),
  errors: ['host.not_found'],
})

export const operatorUncordonHost = defineCall({
  id: 'operatorUncordonHost',
  method: 'DELETE',
  path: '/api/operator/hosts/:hostName/cordon',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'uncordonHost',
  summary: 'Places new servers on a host again; refused while it is drained.',
  params: z.object({ hostName: hostNameSchema }),
  errors: ['host.not_found', 'host.draining'],
})

export const operatorDrainHost = defineCall({
  id: 'operatorDrainHost',
  method: 'POST',
  path: '/api/operator/hosts/:hostName/drain',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'drainHost',
  summary:
    'Cordons a host and moves its servers to others of their region and class: empty ones first, occupied ones when they are empty, or at the deadline after notices in the game.',
  params: z.object({ hostName: hostNameSchema }),
  body: z.strictObject({ minutes: z.optional(minutes) }),
  reply: fleetJobSchema,
  errors: ['host.not_found', 'host.draining'],
})

export const operatorCordonRegion = defineCall({
  id: 'operatorCordonRegion',
  method: 'PUT',
  path: '/api/operator/regions/:code/cordon',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'cordonRegion',
  summary: 'Places no new server in a region, and sells none there; those in it run on.',
  params: z.object({ code: regionCodeSchema }),
  errors: ['region.not_found'],
})

export const operatorUncordonRegion = defineCall({
  id: 'operatorUncordonRegion',
  method: 'DELETE',
  path: '/api/operator/regions/:code/cordon',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'uncordonRegion',
  summary: 'Places new servers in a region again.',
  params: z.object({ code: regionCodeSchema }),
  errors: ['region.not_found'],
})

export const operatorRestartRentals = defineCall({
  id: 'operatorRestartRentals',
  method: 'POST',
  path: '/api/operator/fleet-jobs/restart',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'restartRentals',
  summary:
    'Restarts the running servers of a host, of a region, or of a list, some at a time: empty ones first, occupied ones when they are empty, or at the deadline after notices in the game.',
  body: z.strictObject({
    hostName: z.optional(hostNameSchema),
    region: z.optional(regionCodeSchema),
    numbers: z.optional(z.array(rentalNumberSchema).check(z.minLength(1), z.maxLength(maxJobRentals))),
    /** Only those that run another version of the game than their host has installed. */
    outdated: z.optional(z.boolean()),
    minutes: z.optional(minutes),
    parallel: z.optional(z.int().check(z.minimum(1), z.maximum(maxJobParallel))),
  }),
  reply: fleetJobSchema,
  errors: ['request.invalid', 'host.not_found', 'region.not_found', 'rental.not_found', 'rental.up_to_date'],
})

export const operatorSetJobDeadline = defineCall({
  id: 'operatorSetJobDeadline',
  method: 'PUT',
  path: '/api/operator/fleet-jobs/:id/deadline',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'setJobDeadline',
  summary:
    'Interrupts occupied servers of a running job too, in some minutes; without minutes only when they are empty.',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({ minutes: z.optional(minutes) }),
  reply: fleetJobSchema,
  errors: ['job.not_found', 'job.over'],
})

export const operatorCancelJob = defineCall({
  id: 'operatorCancelJob',
  method: 'POST',
  path: '/api/operator/fleet-jobs/:id/cancel',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'cancelJob',
  summary: 'Begins with no further server; what was begun is finished. The host of a drain stays cordoned.',
  params: z.object({ id: z.uuid() }),
  reply: fleetJobSchema,
  errors: ['job.not_found', 'job.over'],
})
