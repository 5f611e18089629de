import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { changeRevision, enteredText, rentalParams, rentalRefusalErrors } from './rentals.ts'

export const rentalAdminSchema = z.object({ steamid: z.string(), name: z.string(), servername: z.string() })

export const listAdmins = defineCall({
  id: 'listAdmins',
  method: 'GET',
  path: '/api/scrim/server/:id/admins',
  who: 'user',
  tag: 'rentals',
  summary: 'Who is an admin of a server: owner and admins see it (G15).',
  params: rentalParams,
  reply: z.object({ admins: z.array(rentalAdminSchema), isOwner: z.boolean() }),
  errors: ['rental.not_found', 'portal.feature_off'],
})

export const applyAdmins = defineCall({
  id: 'applyAdmins',
  method: 'PUT',
  path: '/api/scrim/server/:id/admins',
  who: 'user',
  tag: 'rentals',
  limits: [{ name: 'rental account', by: 'account' }],
  summary: 'Sets the admins of a server, also on the server itself (G15). Owner only.',
  params: rentalParams,
  body: z.strictObject({
    admins: z
      .array(
        z.strictObject({ steamid: enteredText, name: enteredText, servername: z._default(enteredText, '') }),
      )
      .check(z.maxLength(100)),
  }),
  reply: z.object({ success: z.literal(true), admins: z.array(rentalAdminSchema), revision: changeRevision }),
  errors: [
    ...rentalRefusalErrors,
    'admin.steam_id_empty',
    'admin.steam_id_invalid',
    'admin.steam_id_prefix',
    'admin.steam_id_twice',
    'admin.note_length',
    'admin.too_many_admins',
    'admin.none',
  ],
})
