import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { rentalParams } from './rentals.ts'

export const listTeammates = defineCall({
  id: 'listTeammates',
  method: 'GET',
  path: '/api/scrim/server/:id/past-teammates',
  who: 'user',
  tag: 'rentals',
  summary: 'Players seen on the servers of this owner, the latest first (G16). Owner only.',
  params: rentalParams,
  reply: z.object({ teammates: z.array(z.object({ steamid: z.string(), name: z.string() })) }),
  errors: ['rental.not_found', 'rental.owner_only', 'portal.feature_off'],
})
