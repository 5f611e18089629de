import * as z from 'zod/mini'
import { rentalStatuses } from '../../rules/rentals/lifecycle/rental-lifecycle.ts'
import { moderationPresetNames } from '../../rules/servers/rcon/command-presets.ts'
import { listReply, listQuery, sortColumn } from '../shared/list-query.ts'
import { defineCall } from '../call.ts'
import { maintenanceSchema, maintenanceTextSchema } from './operator-regions.ts'
import { regionCodeSchema } from './regions.ts'
import { rentalNumberSchema, rentalViewSchema } from './rentals.ts'
import { idSchema, line, steamIdSchema, booleanText } from '../shared/fields.ts'

const operatorRentalParams = z.object({ number: rentalNumberSchema })
const time = z.number()

/** A rental as the operator sees it: no password in it. Times in ms since 1970 (UTC). */
export const operatorRentalSchema = z.extend(
  z.omit(rentalViewSchema, { sv_password: true, connect_url: true, isOwner: true, switches_left: true }),
  {
    owner: z.string(),
    /** The owner's account and name; empty if unknown. */
    userId: idSchema,
    ownerName: z.string(),
    expires: time,
    problem: z.string(),
    /** Whether it needs an operator's attention: it failed, its host is unreachable, or it has a problem. */
    trouble: z.boolean(),
    /** Whose commands kick, ban and mute its players; null: those of the portal's settings. */
    moderation_preset: z.nullable(z.enum(moderationPresetNames)),
    hostName: z.nullable(z.string()),
    generation: z.int(),
    /** Whether it was refunded: no action is possible any more. */
    takenBack: z.boolean(),
  },
)

export type OperatorRental = z.infer<typeof operatorRentalSchema>

export const operatorListRentals = defineCall({
  id: 'operatorListRentals',
  method: 'GET',
  path: '/api/operator/rentals',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  summary:
    'One page of the rentals: by a part of number, name or owner, by owner, status, region, kind, machine, by trouble (G19).',
  query: z.object({
    ...listQuery,
    sort: sortColumn('created', 'expires'),
    owner: z.optional(steamIdSchema),
    status: z.optional(z.enum(rentalStatuses)),
    region: z.optional(regionCodeSchema),
    /** Whether its region can be switched by its owner. */
    kind: z.optional(z.enum(['relocatable', 'fixed'])),
    hostName: z.optional(line(80)),
    trouble: z.optional(booleanText),
  }),
  reply: listReply(operatorRentalSchema),
  errors: ['search.too_long'],
})

/** One instance of a rental, by its generation. */
export const rentalInstanceSchema = z.object({
  generation: z.int(),
  region: z.string(),
  driver: z.string(),
  hostName: z.string(),
  /** Where the portal asks it, and where players join it. */
  address: z.string(),
  publicAddress: z.string(),
  port: z.int(),
  state: z.string(),
  created: time,
  started: z.nullable(time),
  ready: z.nullable(time),
  removed: z.nullable(time),
})

/** The kinds of lines of a rental's history, as they are stored. */
export const rentalHistoryKinds = [
  'ordered',
  'renewed',
  'shortened',
  'revoked',
  'refund-asked',
  'extended',
  'ended',
  'maintenance',
  'maintenance over',
  'maintenance-credit',
  'outage over',
  'outage-credit',
  'placed',
  'no room',
  'started',
  'ready',
  'settings applied',
  'restarted',
  'restarted, was silent',
  'restarted, refused its password',
  'password refused',
  'log address restored',
  'restarted for an update',
  'restarted at night',
  'update announced',
  'interruption announced',
  'map changed',
  'map not changed',
  'map set again',
  'grenades added',
  'grenades restored',
  'crashed',
  'trouble',
  'unreached',
  'lost',
  'moved',
  'not moved',
  'port taken',
  'host full',
  'verified',
  'verification failed',
  'verification given up',
  'stopped',
  'cleared',
  'failed',
  'left over, removed',
] as const

export type RentalHistoryKind = (typeof rentalHistoryKinds)[number]

/** A line of a rental's history: an action or an event, with its details. `what` is a kind, or one of a former version. */
export const rentalHistoryEntrySchema = z.object({
  id: z.string(),
  at: time,
  generation: z.nullable(z.int()),
  what: z.string(),
  detail: z.looseObject({}),
})

/** What an operator can do with a rental, and why it cannot be done now. */
export const operatorRentalRefusals = [
  'taken-back',
  'failed',
  'over',
  'switching',
  'locked',
  'verifying',
  'not-ready',
] as const

export type OperatorRentalAction = 'extend' | 'restart' | 'move' | 'end' | 'maintain'
export type OperatorRentalRefusal = (typeof operatorRentalRefusals)[number]

const refusalSchema = z.nullable(z.enum(operatorRentalRefusals))

export const operatorGetRental = defineCall({
  id: 'operatorGetRental',
  method: 'GET',
  path: '/api/operator/rentals/:number',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  summary: 'A rental with its instances, its orders and its history, the latest first.',
  params: operatorRentalParams,
  reply: z.object({
    rental: operatorRentalSchema,
    /**
     * Null for actions that are possible now; other refusals, such as a full region, only show when the
     * action is tried.
     */
    barred: z.object({
      extend: refusalSchema,
      restart: refusalSchema,
      move: refusalSchema,
      end: refusalSchema,
      maintain: refusalSchema,
    }),
    /** G20: of this rental alone, and of its region. */
    maintenance: z.object({ own: z.nullable(maintenanceSchema), region: z.nullable(maintenanceSchema) }),
    instances: z.array(rentalInstanceSchema),
    orders: z.array(
      z.object({
        id: idSchema,
        number: z.string(),
        kind: z.enum(['new', 'renew']),
        at: time,
        takenBack: z.nullable(time),
      }),
    ),
    history: z.array(rentalHistoryEntrySchema),
  }),
  errors: ['rental.not_found'],
})

export const operatorExtendRental = defineCall({
  id: 'operatorExtendRental',
  method: 'POST',
  path: '/api/operator/rentals/:number/extend',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'extendRental',
  summary:
    'Extends a rental by hours, from the later of now and its end; an expired one comes back. Once under the same key.',
  params: operatorRentalParams,
  body: z.strictObject({
    hours: z.int().check(z.minimum(1), z.maximum(24 * 366)),
    key: z.optional(z.uuid()),
  }),
  reply: operatorRentalSchema,
  errors: ['rental.not_found', 'region.unavailable', 'request.repeated'],
})

export const operatorRestartRental = defineCall({
  id: 'operatorRestartRental',
  method: 'POST',
  path: '/api/operator/rentals/:number/restart',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'restartRental',
  summary: 'Restarts a rental’s server.',
  params: operatorRentalParams,
  reply: operatorRentalSchema,
  errors: ['rental.not_found', 'rental.over', 'rental.switching', 'rental.locked', 'rental.not_ready'],
})

export const operatorMoveRental = defineCall({
  id: 'operatorMoveRental',
  method: 'POST',
  path: '/api/operator/rentals/:number/move',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'moveRental',
  summary:
    'Moves a rental’s server to a region, the same one too (another machine); it counts for no limit, and its demos stay.',
  params: operatorRentalParams,
  body: z.strictObject({ region: regionCodeSchema }),
  reply: operatorRentalSchema,
  errors: [
    'rental.not_found',
    'rental.over',
    'rental.switching',
    'rental.locked',
    'rental.not_ready',
    'region.unavailable',
  ],
})

export const operatorEndRental = defineCall({
  id: 'operatorEndRental',
  method: 'POST',
  path: '/api/operator/rentals/:number/end',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'endRental',
  summary: 'Ends a rental now; this refunds nothing.',
  params: operatorRentalParams,
  reply: operatorRentalSchema,
  errors: ['rental.not_found'],
})

export const operatorStartRentalMaintenance = defineCall({
  id: 'operatorStartRentalMaintenance',
  method: 'PUT',
  path: '/api/operator/rentals/:number/maintenance',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'maintainRental',
  summary: 'Puts one rental under maintenance (G20).',
  params: operatorRentalParams,
  body: z.strictObject({ text: maintenanceTextSchema }),
  reply: operatorRentalSchema,
  errors: ['rental.not_found', 'rental.over'],
})

export const operatorEndRentalMaintenance = defineCall({
  id: 'operatorEndRentalMaintenance',
  method: 'DELETE',
  path: '/api/operator/rentals/:number/maintenance',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'resumeRental',
  summary: 'Ends it; over 24 hours the rental gets its length back (G20).',
  params: operatorRentalParams,
  errors: ['rental.not_found'],
})
