import * as z from 'zod/mini'
import { currencies } from '../../rules/payments/money.ts'
import { gameModes } from '../../rules/servers/game-modes.ts'
import { defineCall } from '../call.ts'
import { listReply, listQuery, sortColumn } from '../shared/list-query.ts'
import { bothLanguages, idParams, idSchema, line } from '../shared/fields.ts'

/** The queues of jobs; `server/platform/jobs/queues.ts` says what each carries. */
export const jobQueues = [
  'mail',
  'steam-profile',
  'stale-profiles',
  'game-bind-code',
  'game-version',
  'chat-report',
  'report-evidence',
  'player-message',
  'case-sweep',
  'discord-roles',
  'account-sweep',
  'teammate-sweep',
  'money-reports',
] as const

export type JobQueue = (typeof jobQueues)[number]

const time = z.number()

/** How far back the overview looks. */
export const overviewRanges = ['24h', '7d', '30d'] as const
export type OverviewRange = (typeof overviewRanges)[number]

const playerCounts = z.array(z.object({ at: time, players: z.number() }))

/** What a server of the community shows now. `seen`: when it last answered, null for never. */
export const serverSummarySchema = z.object({
  id: idSchema,
  name: z.string(),
  category: z.enum(gameModes),
  state: z.enum(['online', 'offline', 'unknown', 'hidden']),
  map: z.string(),
  players: z.int(),
  max: z.int(),
  seen: z.nullable(time),
})

/** Times in ms since 1970 (UTC), amounts in minor units, days those of Asia/Shanghai. */
export const overviewSchema = z.object({
  range: z.enum(overviewRanges),
  players: z.object({
    now: z.int(),
    /** Against the same moment of the period before, percent; null where nothing is known of it. */
    change: z.nullable(z.number()),
    /** The period that is shown. */
    from: time,
    to: time,
    /** On all servers together: the average of each step, which begins at `at`. */
    points: playerCounts,
    /** The previous period, at the times at which it is drawn: one period later. */
    before: playerCounts,
  }),
  /** Null for an operator who may not read orders. */
  revenue: z.nullable(
    z.object({
      today: z.array(z.object({ currency: z.enum(currencies), amount: z.int() })),
      days: z.array(
        z.object({ day: z.string(), currency: z.enum(currencies), rental: z.int(), vip: z.int() }),
      ),
    }),
  ),
  /** Null for an operator who may not read rentals. */
  rentals: z.nullable(z.object({ active: z.int(), endingToday: z.int() })),
  servers: z.array(serverSummarySchema),
})

export type Overview = z.infer<typeof overviewSchema>

export const operatorGetOverview = defineCall({
  id: 'operatorGetOverview',
  method: 'GET',
  path: '/api/operator/overview',
  who: 'operator',
  area: 'any',
  tag: 'operator',
  summary:
    'Players online now and over a period with the one before, revenue, rentals, the servers (J), as far as the caller may read them.',
  query: z.object({ range: z._default(z.enum(overviewRanges), '24h') }),
  reply: overviewSchema,
})

export const jobStates = ['failed', 'retry', 'active', 'created', 'completed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

/** A job: `retry` failed and is retried at `next`; `failed` is given up until an operator acts. */
export const jobSchema = z.object({
  id: idSchema,
  queue: z.string(),
  state: z.enum(jobStates),
  /** What it is about, without secrets. */
  about: z.string(),
  created: time,
  next: z.nullable(time),
  ended: z.nullable(time),
  tries: z.int(),
  /** Why the last try failed. */
  error: z.string(),
})

export type OperatorJob = z.infer<typeof jobSchema>

export const operatorListJobs = defineCall({
  id: 'operatorListJobs',
  method: 'GET',
  path: '/api/operator/jobs',
  who: 'operator',
  area: 'settings',
  tag: 'operator',
  summary:
    'Jobs: by queue, by state, or by a part of their subject or their error; sorted by state, failed ones come first.',
  query: z.object({
    ...listQuery,
    sort: sortColumn('state', 'created', 'queue', 'tries'),
    state: z.optional(z.enum(jobStates)),
    queue: z.optional(line(80)),
  }),
  reply: listReply(jobSchema),
  errors: ['search.too_long'],
})

export const operatorListQueues = defineCall({
  id: 'operatorListQueues',
  method: 'GET',
  path: '/api/operator/queues',
  who: 'operator',
  area: 'settings',
  tag: 'operator',
  summary:
    'The queues of jobs: how many wait, run, are tried again and failed, and when one fills itself (cron).',
  reply: z.array(
    z.object({
      queue: z.string(),
      waiting: z.int(),
      running: z.int(),
      retrying: z.int(),
      failed: z.int(),
      schedule: z.nullable(z.string()),
    }),
  ),
})

export const operatorRetryJob = defineCall({
  id: 'operatorRetryJob',
  method: 'POST',
  path: '/api/operator/jobs/:id/retry',
  who: 'operator',
  area: 'settings',
  tag: 'operator',
  audit: 'retryJob',
  summary: 'Tries a failed job again now; also one that waits for its next try.',
  params: idParams,
  reply: jobSchema,
  errors: ['job.not_found', 'job.not_failed'],
})

export const operatorRetryQueue = defineCall({
  id: 'operatorRetryQueue',
  method: 'POST',
  path: '/api/operator/queues/:queue/retry',
  who: 'operator',
  area: 'settings',
  tag: 'operator',
  audit: 'retryQueue',
  summary: 'Tries every failed job of a queue again.',
  params: z.object({ queue: line(80) }),
  reply: z.object({ retried: z.int() }),
  errors: ['job.not_found'],
})

export const operatorDiscardJob = defineCall({
  id: 'operatorDiscardJob',
  method: 'DELETE',
  path: '/api/operator/jobs/:id',
  who: 'operator',
  area: 'settings',
  tag: 'operator',
  audit: 'giveUpJob',
  summary: 'Gives up a failed job, or one that waits for its next attempt: its work is not done.',
  params: idParams,
  errors: ['job.not_found', 'job.not_failed'],
})

/**
 * Whatever the portal depends on: how it is, since when, and why. `late` may come right by itself, `off` is not
 * set up, which is no fault.
 */
export const serviceSchema = z.object({
  what: z.enum(['poller', 'mail', 'jobs', 'provider', 'machine', 'backup', 'verification']),
  /** Of several of a kind: which. */
  name: z.string(),
  state: z.enum(['good', 'late', 'bad', 'off']),
  /** When it was last seen; null if unknown. */
  seen: z.nullable(time),
  problem: z.string(),
})

export type Service = z.infer<typeof serviceSchema>

/** What needs an operator's attention, by kind: how many, and the first of them. */
export const attentionSchema = z.object({
  kind: z.enum([
    'order',
    'refund',
    'refundRequest',
    'alert',
    'question',
    'case',
    'vip',
    'vipUnset',
    'rental',
    'gameOutdated',
    'gameUpdateFailed',
    'loginTokens',
    'feed',
    'inventory',
    'channel',
    'setting',
    'update',
  ]),
  count: z.int(),
  /** What its page is addressed by; empty where it has none. */
  id: z.string(),
  name: z.string(),
  problem: z.string(),
})

export type Attention = z.infer<typeof attentionSchema>

export const healthSchema = z.object({
  services: z.array(serviceSchema),
  attention: z.array(attentionSchema),
  /** Jobs that failed permanently, and the latest of them. */
  jobs: z.object({ failed: z.int(), latest: z.array(jobSchema) }),
  counts: z.object({ servers: z.int(), rentals: z.int() }),
})

export type Health = z.infer<typeof healthSchema>

export const operatorGetHealth = defineCall({
  id: 'operatorGetHealth',
  method: 'GET',
  path: '/api/operator/health',
  who: 'operator',
  area: 'any',
  tag: 'operator',
  summary:
    "The state of everything the portal depends on, failures, and what needs an operator's attention (J), as far as the caller may read it.",
  reply: healthSchema,
})

export const configGroups = [
  'portal',
  'accounts',
  'mail',
  'servers',
  'payments',
  'rentals',
  'inventory',
] as const
export const configSources = ['default', 'environment', 'file', 'derived', 'unset'] as const

/** A setting of the config. The value of a secret is never returned: only whether it is set. */
export const configEntrySchema = z.object({
  name: z.string(),
  group: z.enum(configGroups),
  doc: bothLanguages(1_000),
  secret: z.boolean(),
  value: z.nullable(z.string()),
  source: z.enum(configSources),
})

export const operatorGetConfig = defineCall({
  id: 'operatorGetConfig',
  method: 'GET',
  path: '/api/operator/settings',
  who: 'operator',
  area: 'settings',
  tag: 'operator',
  summary: 'Every setting this process was started with, where each came from, and what runs (J).',
  reply: z.object({
    version: z.string(),
    node: z.string(),
    database: z.string(),
    embedded: z.boolean(),
    publicUrl: z.string(),
    roles: z.array(z.string()),
    started: time,
    settings: z.array(configEntrySchema),
  }),
})
