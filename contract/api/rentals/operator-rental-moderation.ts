import * as z from 'zod/mini'
import { moderationPresetNames } from '../../rules/servers/rcon/command-presets.ts'
import { defineCall } from '../call.ts'
import { rconReplySchema } from '../servers/operator-server-control.ts'
import { livePlayersSchema, moderationErrors, moderationOrderSchema } from '../servers/operator-moderation.ts'
import { operatorRentalSchema } from './operator-rentals.ts'
import { rentalNumberSchema } from './rentals.ts'

const params = z.object({ number: rentalNumberSchema })
const consoleErrors = ['rental.not_found', 'rental.not_ready', 'server.rcon_failed'] as const

export const operatorListRentalPlayers = defineCall({
  id: 'operatorListRentalPlayers',
  method: 'GET',
  path: '/api/operator/rentals/:number/players',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  summary: 'Who is on a rented server right now, by its console.',
  params,
  reply: livePlayersSchema,
  errors: consoleErrors,
})

export const operatorModerateRentalPlayer = defineCall({
  id: 'operatorModerateRentalPlayer',
  method: 'POST',
  path: '/api/operator/rentals/:number/players/moderate',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'moderateRental',
  summary:
    'Kicks, bans, mutes (voice) or gags (chat) a player of a rented server, or lifts that, with the commands of its preset or of the portal’s settings.',
  params,
  body: moderationOrderSchema,
  reply: rconReplySchema,
  errors: [...consoleErrors, ...moderationErrors],
})

export const operatorSetRentalModeration = defineCall({
  id: 'operatorSetRentalModeration',
  method: 'PUT',
  path: '/api/operator/rentals/:number/moderation',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'setRentalModeration',
  summary:
    'Chooses whose commands kick, ban and mute the players of a rented server; null: those of the portal’s settings.',
  params,
  body: z.strictObject({ preset: z.nullable(z.enum(moderationPresetNames)) }),
  reply: operatorRentalSchema,
  errors: ['rental.not_found'],
})
