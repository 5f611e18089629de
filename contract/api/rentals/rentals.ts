import * as z from 'zod/mini'
import { durations } from '../../rules/payments/durations.ts'
import { expiryReminders, rentalStatuses } from '../../rules/rentals/lifecycle/rental-lifecycle.ts'
import { rentalChanges, outageReasons } from '../../rules/rentals/lifecycle/outages.ts'
import { mapChangeStates, rentalModes } from '../../rules/rentals/maps/rental-maps.ts'
import { defineCall } from '../call.ts'
import { rentalRegionSchema, regionCodeSchema } from './regions.ts'
import { bothLanguages } from '../shared/fields.ts'

/** The number of a rental in the API (`instance_id`): short, and shown to people. */
export const rentalNumberSchema = z.string().check(z.regex(/^sv-[0-9a-z]{6}$/))
export const rentalParams = z.object({ id: rentalNumberSchema })
const rentalBody = { instance_id: rentalNumberSchema }

/** A yes or no as document 2 §3 has it. */
const zeroOrOne = z.union([z.literal(0), z.literal(1)])
const time = z.number()

/** The progress of a creation; times in ms since 1970 (UTC), null for steps to come. */
export const creationStepsSchema = z.object({
  queued: time,
  placed: z.nullable(time),
  starting: z.nullable(time),
  ready: z.nullable(time),
})

/**
 * A user's practice server (document 2 §3): the content of a card. Times other than `timestamp` in ms since
 * 1970 (UTC).
 */
export const rentalViewSchema = z.object({
  instance_id: rentalNumberSchema,
  instance_name: z.string(),
  region: z.string(),
  /** The region in both languages, as the operator calls it. */
  region_name: bothLanguages(40),
  /** Where it runs; empty, and null, where that is nowhere, as of an expired one: its address may belong to another server (G7). */
  public_ip: z.string(),
  server_port: z.nullable(z.int()),
  /** The text for the console of the game that joins it (G9); empty where it runs nowhere. */
  connect_url: z.string(),
  sv_password: z.string(),
  /** G6: a day of Asia/Shanghai (YYYY-MM-DD), and seconds since 1970. */
  expiredate: z.nullable(z.string()),
  timestamp: z.nullable(z.int()),
  isExpired: z.boolean(),
  isOwner: z.boolean(),
  /** JSON text: a list of `{steamid, name, servername}`. */
  admin_list: z.string(),
  status: z.enum(rentalStatuses),
  maintenance_status: zeroOrOne,
  relocatable: zeroOrOne,
  /** Always 0: a server that moved keeps its row (G3). */
  relocated: zeroOrOne,
  created: time,
  /** The length that was bought last. */
  duration: z.enum(durations),
  /** What the operator says of the maintenance (G20); null without. */
  maintenance: z.nullable(bothLanguages(200)),
  /** The creation of the wanted server; null when nothing is being created. */
  steps: z.nullable(creationStepsSchema),
  /** A switch that runs: where to, in which words, since when. */
  switching: z.nullable(z.object({ region: z.string(), region_name: bothLanguages(40), since: time })),
  /** Until when a restart, a verification keeps the actions locked. */
  locked_until: z.nullable(time),
  /** The last report of the game server; null if it is silent. */
  live: z.nullable(
    z.object({
      map: z.string(),
      players: z.int(),
      bots: z.int(),
      max: z.int(),
      /** Who plays, by the server's own log; it may name fewer than there are. Players choose their names. */
      people: z.array(z.object({ name: z.string(), steamid: z.string() })),
      /** The match, as MatchZy reports its two teams, otherwise the log its sides (CT, T); null where neither reports one. */
      score: z.nullable(
        z.object({
          by: z.enum(['matchzy', 'log']),
          teams: z.array(z.object({ name: z.string(), score: z.int() })),
          over: z.boolean(),
        }),
      ),
    }),
  ),
  /** G14, G15: changes that the running game has not confirmed, and the revision it has confirmed. */
  applying: z.object({
    confirmed: z.int(),
    pending: z.array(z.object({ kind: z.enum(rentalChanges), since: time })),
  }),
  /** Why and since when it does not run although it should; null while it does. */
  outage: z.nullable(z.object({ reason: z.enum(outageReasons), since: time })),
  /** When it got another address, for a day; null otherwise. */
  address_changed: z.nullable(time),
  /** When a verification of its files failed or took too long, for a day; null otherwise. */
  verify_failed: z.nullable(time),
  /** Since when its RCON password is another one, changed in the game; null otherwise. */
  console_refused: z.nullable(time),
  /** It runs an older version of the game than is installed or than players have; null otherwise. */
  game_update: z.nullable(
    z.object({
      /** Whether a restart brings the update: then it restarts by itself when it is empty. */
      ready: z.boolean(),
      /** When it restarts although it is occupied; null without a deadline. */
      restart_at: z.nullable(time),
    }),
  ),
  /** The mode it was last set to. */
  mode: z.enum(rentalModes),
  /** A change of map and mode that is under way or failed in the last day; null otherwise. */
  map_change: z.nullable(
    z.object({
      /** An official map by its name, or a number of the Workshop. */
      map: z.string(),
      /** The title of a Workshop map; null where it is not known. */
      title: z.nullable(z.string()),
      mode: z.enum(rentalModes),
      state: z.enum(mapChangeStates),
      since: time,
    }),
  ),
  /** G21: which notice of its end is due. */
  notice: z.nullable(z.enum(expiryReminders)),
  /** G21: when the retained data of an expired server is deleted; null before it expires, and after. */
  kept_until: z.nullable(time),
  /** G25: it could not be made, and its owner may have the money back. */
  refund_offered: z.boolean(),
  /** G18: switches left of this day; null for members and fixed servers. */
  switches_left: z.nullable(z.int()),
})

export type RentalView = z.infer<typeof rentalViewSchema>

/** Why an action on a server is refused now (G7, G19). */
export const rentalRefusalErrors = [
  'rental.not_found',
  'rental.owner_only',
  'rental.over',
  'rental.maintenance',
  'rental.switching',
  'rental.locked',
  'rental.not_ready',
  'portal.feature_off',
] as const

export const listRentals = defineCall({
  id: 'listRentals',
  method: 'GET',
  path: '/api/scrim/getUserServers',
  who: 'user',
  tag: 'rentals',
  summary:
    'The practice servers that the caller owns or is an admin of: running ones first, the newest first (G3).',
  reply: z.array(rentalViewSchema),
  errors: ['portal.feature_off'],
})

export const streamRentals = defineCall({
  id: 'streamRentals',
  method: 'GET',
  path: '/api/scrim/stream',
  content: ['text/event-stream'],
  who: 'user',
  tag: 'rentals',
  summary:
    'Server-sent events: `servers` with the list of `getUserServers`, at once and whenever something of it changes. Read with `fetch`.',
  errors: ['stream.full', 'stream.address_full', 'portal.feature_off'],
})

export type RentalRegion = z.infer<typeof rentalRegionSchema>

export const listRegions = defineCall({
  id: 'listRegions',
  method: 'GET',
  path: '/api/scrim/available-regions',
  who: 'user',
  tag: 'rentals',
  summary:
    'The regions that are offered, recommended ones first (G10, G23); one without room or under maintenance is listed, but not available.',
  reply: z.object({
    success: z.boolean(),
    regions: z.array(rentalRegionSchema),
    error: z.optional(z.string()),
  }),
  errors: ['portal.feature_off'],
})

/** The change is applied once the server's `applying.confirmed` has reached this. */
export const changeRevision = z.int()

/** A name, a password as they were typed: their rules have errors of their own (G10). */
export const enteredText = z.string().check(z.maxLength(200))

export const changeRentalPassword = defineCall({
  id: 'changeRentalPassword',
  method: 'POST',
  path: '/api/scrim/change-password',
  who: 'user',
  tag: 'rentals',
  limits: [{ name: 'rental account', by: 'account' }],
  summary: 'Gives a server another password; it stays after every restart and move (G14). Owner only.',
  body: z.strictObject({ ...rentalBody, password: enteredText }),
  reply: z.object({ success: z.literal(true), revision: changeRevision }),
  errors: [
    ...rentalRefusalErrors,
    'rental.password_required',
    'rental.password_length',
    'rental.password_invalid',
  ],
})

export const restartRental = defineCall({
  id: 'restartRental',
  method: 'POST',
  path: '/api/scrim/restart-server',
  who: 'user',
  tag: 'rentals',
  limits: [{ name: 'rental account', by: 'account' }],
  summary: 'Restarts a server; everything is locked for 40 s (G7, G8). Owner only.',
  body: z.strictObject(rentalBody),
  reply: z.object({ success: z.literal(true), locked_until: time }),
  errors: rentalRefusalErrors,
})

export const verifyRental = defineCall({
  id: 'verifyRental',
  method: 'POST',
  path: '/api/scrim/verify-server',
  who: 'user',
  tag: 'rentals',
  limits: [{ name: 'rental account', by: 'account' }],
  summary:
    'Verifies the files of a server, up to about 15 minutes; everything is locked meanwhile (G24). Owner only.',
  body: z.strictObject(rentalBody),
  reply: z.object({ success: z.literal(true) }),
  errors: rentalRefusalErrors,
})

export const switchRegion = defineCall({
  id: 'switchRegion',
  method: 'POST',
  path: '/api/scrim/server/:id/switch-region',
  who: 'user',
  tag: 'rentals',
  limits: [{ name: 'rental account', by: 'account' }],
  summary:
    'Moves a server to another region and answers once it runs there; the move continues if the caller stops waiting (G18). Its demos and logs are deleted. Owner only, twice a day.',
  params: rentalParams,
  body: z.strictObject({ targetRegion: regionCodeSchema }),
  reply: z.object({ success: z.literal(true) }),
  errors: [
    ...rentalRefusalErrors,
    'rental.not_relocatable',
    'region.not_found',
    'region.unavailable',
    'region.same',
    'switch.limit',
    'switch.failed',
  ],
})

export const refundRental = defineCall({
  id: 'refundRental',
  method: 'POST',
  path: '/api/scrim/server/:id/refund',
  who: 'user',
  tag: 'rentals',
  summary: 'Takes the money back for a server that could not be made (G25). Owner only.',
  params: rentalParams,
  reply: z.object({ success: z.literal(true) }),
  errors: ['rental.not_found', 'rental.owner_only', 'rental.no_refund', 'portal.feature_off'],
})
