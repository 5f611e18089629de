import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { leaseNumberSchema, leaseParams } from './rentals.ts'

/** The name of a demo as the game server gave it; nothing in it leaves a folder. */
export const demoNameSchema = z.string().check(z.maxLength(200), z.regex(/^[\w][\w.-]*\.dem$/))

export const listDemos = defineCall({
  method: 'GET',
  path: '/api/scrim/server/:id/demos',
  who: 'user',
  tag: 'rentals',
  summary: 'The demos of a server, by name descending; sizes in bytes, times in ms since 1970 (G17).',
  params: leaseParams,
  reply: z.object({
    data: z.object({
      demos: z.array(z.object({ name: z.string(), size: z.int(), received: z.number() })),
    }),
  }),
  errors: ['lease.not_found', 'portal.feature_off'],
})

export const getDemoLink = defineCall({
  method: 'GET',
  path: '/api/scrim/server/:id/demos/:name/download',
  who: 'user',
  tag: 'rentals',
  summary: 'A signed link to one of the listed demos, which works for ten minutes (G17).',
  params: z.object({ id: leaseNumberSchema, name: demoNameSchema }),
  reply: z.object({ success: z.literal(true), data: z.object({ download_url: z.string() }) }),
  errors: ['lease.not_found', 'demo.not_found', 'portal.feature_off'],
})

export const downloadDemo = defineCall({
  method: 'GET',
  path: '/api/demos/:ticket/:name',
  who: 'bearer',
  tag: 'rentals',
  summary: 'A demo by its signed link, whole or in ranges (G17).',
  params: z.object({ ticket: z.string().check(z.maxLength(200)), name: z.string().check(z.maxLength(200)) }),
  file: true,
  errors: ['demo.not_found', 'demo.link_over', 'request.range'],
})

export const uploadDemo = defineCall({
  method: 'POST',
  path: '/api/events/demos',
  who: 'game-server',
  tag: 'events',
  summary:
    'A demo as MatchZy uploads it (`matchzy_demo_upload_url`): the raw file, its name in `MatchZy-FileName`, the header `Authorization: Bearer SECRET`. The same again replaces it.',
  reply: z.object({}),
  errors: [
    'event.unknown_secret',
    'event.revoked',
    'event.over_limit',
    'demo.name_invalid',
    'request.too_large',
    'request.unsupported_media',
  ],
})
