import * as z from 'zod/mini'
import { maxUpdateDeadlineMinutes, minUpdateDeadlineMinutes } from '../../limits.ts'
import { defineCall } from '../call.ts'
import { line } from '../shared/fields.ts'
import { rentalNumberSchema } from './rentals.ts'

/**
 * How the version of a rented server relates to the one installed on its host. `waiting`: it is restarted when it is empty, or at the
 * deadline; `failed`: it was restarted for that version and does not run it.
 */
export const gameUpdateStates = ['current', 'waiting', 'restarting', 'failed', 'unknown'] as const

export type GameUpdateState = (typeof gameUpdateStates)[number]

const time = z.number()

/** Versions of the game and how servers move to them; times in ms since 1970 (UTC). */
export const gameUpdatesSchema = z.object({
  /** What Steam requires, its dots left out (14131 is 1.41.3.1); null until it answered. */
  required: z.object({
    version: z.nullable(z.int()),
    since: z.nullable(time),
    checked: z.nullable(time),
    /** Why the last check failed; empty after a success. */
    problem: z.string(),
  }),
  /** No server is restarted for an update. */
  hold: z.nullable(z.object({ since: time, reason: z.string() })),
  /** When waiting servers are restarted although they are occupied; null: only when they are empty. */
  deadline: z.nullable(time),
  /** Whether the portal can update installs: a command is configured. */
  canInstall: z.boolean(),
  hosts: z.array(
    z.object({
      hostName: z.string(),
      /** The version that servers start from; null where the portal cannot read it. */
      installed: z.nullable(z.string()),
      since: z.nullable(time),
      /** Whether players cannot join servers of the installed version either. */
      outdated: z.boolean(),
      /** The last run of the update command; null before the first. */
      update: z.nullable(
        z.object({
          state: z.enum(['running', 'done', 'failed']),
          started: time,
          ended: z.nullable(time),
          /** The last lines that it printed. */
          output: z.string(),
        }),
      ),
      servers: z.array(
        z.object({
          number: rentalNumberSchema,
          name: z.string(),
          version: z.nullable(z.string()),
          /** Without bots; null while it does not answer. */
          players: z.nullable(z.int()),
          state: z.enum(gameUpdateStates),
        }),
      ),
    }),
  ),
})

export type GameUpdates = z.infer<typeof gameUpdatesSchema>

export const operatorGetGameUpdates = defineCall({
  method: 'GET',
  path: '/api/operator/game-updates',
  who: 'operator',
  tag: 'operator',
  summary: 'Which version of the game Steam requires, each host has installed and each rented server runs.',
  reply: gameUpdatesSchema,
})

export const operatorCheckGameVersion = defineCall({
  method: 'POST',
  path: '/api/operator/game-updates/check',
  who: 'operator',
  tag: 'operator',
  audit: 'checkGameVersion',
  summary: 'Asks Steam now which version it requires; otherwise that happens every five minutes.',
  reply: gameUpdatesSchema,
})

export const operatorUpdateInstall = defineCall({
  method: 'POST',
  path: '/api/operator/game-updates/hosts/:hostName/install',
  who: 'operator',
  tag: 'operator',
  audit: 'updateInstall',
  summary: 'Runs the update command on a host, also while updates are held; one that runs goes on.',
  params: z.object({ hostName: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/)) }),
  reply: gameUpdatesSchema,
  errors: ['host.not_found', 'host.no_update_command'],
})

export const operatorHoldGameUpdates = defineCall({
  method: 'PUT',
  path: '/api/operator/game-updates/hold',
  who: 'operator',
  tag: 'operator',
  audit: 'holdGameUpdates',
  summary: 'Restarts no server for an update until the hold is released; a second call changes the reason.',
  body: z.strictObject({ reason: line(200).check(z.refine((text) => text.trim() !== '', 'a reason')) }),
  reply: gameUpdatesSchema,
})

export const operatorReleaseGameUpdates = defineCall({
  method: 'DELETE',
  path: '/api/operator/game-updates/hold',
  who: 'operator',
  tag: 'operator',
  audit: 'releaseGameUpdates',
  summary: 'Ends the hold.',
  reply: gameUpdatesSchema,
})

export const operatorSetUpdateDeadline = defineCall({
  method: 'PUT',
  path: '/api/operator/game-updates/deadline',
  who: 'operator',
  tag: 'operator',
  audit: 'setUpdateDeadline',
  summary:
    'Restarts the waiting servers in some minutes, occupied or not; their players are informed in the game. It counts for the versions that are installed now.',
  body: z.strictObject({
    minutes: z.int().check(z.minimum(minUpdateDeadlineMinutes), z.maximum(maxUpdateDeadlineMinutes)),
  }),
  reply: gameUpdatesSchema,
})

export const operatorClearUpdateDeadline = defineCall({
  method: 'DELETE',
  path: '/api/operator/game-updates/deadline',
  who: 'operator',
  tag: 'operator',
  audit: 'clearUpdateDeadline',
  summary: 'Removes the deadline: occupied servers are restarted when they are empty.',
  reply: gameUpdatesSchema,
})
