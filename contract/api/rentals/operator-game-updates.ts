import * as z from 'zod/mini'
import { maxUpdateDeadlineMinutes, minUpdateDeadlineMinutes } from '../../limits.ts'
import { defineCall } from '../call.ts'
import { line } from '../shared/fields.ts'
import { expectedRevision, expectedRevisionInQuery } from '../shared/list-query.ts'
import { rentalNumberSchema } from './rentals.ts'

/**
 * How the version of a rented server relates to the one installed on its host. `waiting`: it is restarted when it is empty, or at the
 * deadline; `failed`: it was restarted for that version and does not run it.
 */
export const gameUpdateStates = ['current', 'waiting', 'restarting', 'failed', 'unknown'] as const

export type GameUpdateState = (typeof gameUpdateStates)[number]

const time = z.number()
const hostNameSchema = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))
const reasonSchema = line(200).check(z.refine((text) => text.trim() !== '', 'a reason'))
const buildSchema = z.string().check(z.regex(/^\d{1,12}$/))

/**
 * What the command of a host is run for. `update`: install and try the newest build; `use`: servers start from an installed build, and
 * no update happens; `hold`, `release`: no update happens until it is released; `status`: read the state.
 */
export const installActions = ['update', 'use', 'hold', 'release', 'status'] as const

export type InstallActionName = (typeof installActions)[number]

/** The installs of a host as its command reported them; times in ms since 1970 (UTC). */
export const installStateSchema = z.object({
  /** The installed builds, the oldest first. */
  builds: z.array(z.object({ build: buildSchema, version: z.nullable(z.string()), current: z.boolean() })),
  /** The version of the mods that servers start with. */
  mods: z.nullable(z.string()),
  /** No build is installed or switched to; `trial`: since a build failed its trial. */
  hold: z.nullable(z.object({ since: time, reason: z.string(), trial: z.boolean() })),
})

export type InstallState = z.infer<typeof installStateSchema>

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
  /** Whether the portal can also choose builds and hold a host: the command has a word `update` to replace. */
  canChoose: z.boolean(),
  hosts: z.array(
    z.object({
      hostName: z.string(),
      /** The version that servers start from; null where the portal cannot read it. */
      installed: z.nullable(z.string()),
      since: z.nullable(time),
      /** Whether players cannot join servers of the installed version either. */
      outdated: z.boolean(),
      /** Counts the runs of the command. */
      revision: z.int(),
      /** What the command last reported; null where it reported nothing. */
      install: z.nullable(installStateSchema),
      /** The last run of the update command; null before the first. */
      update: z.nullable(
        z.object({
          action: z.enum(installActions),
          /** The build or the reason of the action. */
          argument: z.string(),
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
  id: 'operatorGetGameUpdates',
  method: 'GET',
  path: '/api/operator/game-updates',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  summary: 'Which version of the game Steam requires, each host has installed and each rented server runs.',
  reply: gameUpdatesSchema,
})

export const operatorCheckGameVersion = defineCall({
  id: 'operatorCheckGameVersion',
  method: 'POST',
  path: '/api/operator/game-updates/check',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'checkGameVersion',
  summary: 'Asks Steam now which version it requires; otherwise that happens every five minutes.',
  reply: gameUpdatesSchema,
})

export const operatorUpdateInstall = defineCall({
  id: 'operatorUpdateInstall',
  method: 'POST',
  path: '/api/operator/game-updates/hosts/:hostName/install',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'updateInstall',
  summary: 'Runs the update command on a host, also while updates are held; one that runs goes on.',
  params: z.object({ hostName: hostNameSchema }),
  reply: gameUpdatesSchema,
  errors: ['host.not_found', 'host.no_update_command'],
})

const chooseErrors = ['host.not_found', 'host.no_update_command', 'host.busy', 'edit.conflict'] as const

export const operatorUseBuild = defineCall({
  id: 'operatorUseBuild',
  method: 'PUT',
  path: '/api/operator/game-updates/hosts/:hostName/build',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'useBuild',
  summary:
    'Lets the servers of a host start from an installed build, and holds the updates of the host: rolls back, or pins. Running servers move as for an update.',
  params: z.object({ hostName: hostNameSchema }),
  body: z.strictObject({ build: buildSchema, revision: expectedRevision }),
  reply: gameUpdatesSchema,
  errors: [...chooseErrors, 'host.no_build'],
})

export const operatorHoldHostUpdates = defineCall({
  id: 'operatorHoldHostUpdates',
  method: 'PUT',
  path: '/api/operator/game-updates/hosts/:hostName/hold',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'holdHostUpdates',
  summary: 'Installs and switches to no build on a host until the hold is released.',
  params: z.object({ hostName: hostNameSchema }),
  body: z.strictObject({ reason: reasonSchema, revision: expectedRevision }),
  reply: gameUpdatesSchema,
  errors: [...chooseErrors],
})

export const operatorReleaseHostUpdates = defineCall({
  id: 'operatorReleaseHostUpdates',
  method: 'DELETE',
  path: '/api/operator/game-updates/hosts/:hostName/hold',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'releaseHostUpdates',
  summary: 'Ends the hold of a host, as after a failed trial; an outdated host is updated at once.',
  params: z.object({ hostName: hostNameSchema }),
  query: z.object({ revision: expectedRevisionInQuery }),
  reply: gameUpdatesSchema,
  errors: [...chooseErrors],
})

export const operatorHoldGameUpdates = defineCall({
  id: 'operatorHoldGameUpdates',
  method: 'PUT',
  path: '/api/operator/game-updates/hold',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'holdGameUpdates',
  summary: 'Restarts no server for an update until the hold is released; a second call changes the reason.',
  body: z.strictObject({ reason: reasonSchema }),
  reply: gameUpdatesSchema,
})

export const operatorReleaseGameUpdates = defineCall({
  id: 'operatorReleaseGameUpdates',
  method: 'DELETE',
  path: '/api/operator/game-updates/hold',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'releaseGameUpdates',
  summary: 'Ends the hold.',
  reply: gameUpdatesSchema,
})

export const operatorSetUpdateDeadline = defineCall({
  id: 'operatorSetUpdateDeadline',
  method: 'PUT',
  path: '/api/operator/game-updates/deadline',
  who: 'operator',
  area: 'rentals',
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
  id: 'operatorClearUpdateDeadline',
  method: 'DELETE',
  path: '/api/operator/game-updates/deadline',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'clearUpdateDeadline',
  summary: 'Removes the deadline: occupied servers are restarted when they are empty.',
  reply: gameUpdatesSchema,
})
