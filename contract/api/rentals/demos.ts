import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { rentalNumberSchema, rentalParams } from './rentals.ts'

/** The name of a demo: letters, marks and digits of every script. No character in it separates folders or ends a header. */
export const demoNameSchema = z
  .string()
  .check(z.maxLength(200), z.regex(/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]*\.dem$/u))

/** The use and the limits of a server's demos. */
export const demoUsageSchema = z.object({
  count: z.int(),
  maxCount: z.int(),
  bytes: z.number(),
  maxBytes: z.number(),
})

export const listDemos = defineCall({
  id: 'listDemos',
  method: 'GET',
  path: '/api/scrim/server/:id/demos',
  who: 'user',
  tag: 'rentals',
  summary:
    'The demos of a server, by name descending; sizes in bytes, times in ms since 1970 (G17). A page holds 50: `next` is the `after` of the next page, null on the last one. `usage` is that of all demos of the server.',
  params: rentalParams,
  query: z.object({ after: z.optional(demoNameSchema) }),
  reply: z.object({
    data: z.object({
      demos: z.array(z.object({ name: z.string(), size: z.int(), received: z.number() })),
      next: z.nullable(z.string()),
      usage: demoUsageSchema,
    }),
  }),
  errors: ['rental.not_found', 'portal.feature_off'],
})

export const getDemoLink = defineCall({
  id: 'getDemoLink',
  method: 'GET',
  path: '/api/scrim/server/:id/demos/:name/download',
  who: 'user',
  tag: 'rentals',
  summary: 'A signed link to one of the listed demos, which works for ten minutes (G17).',
  params: z.object({ id: rentalNumberSchema, name: demoNameSchema }),
  reply: z.object({ success: z.literal(true), data: z.object({ download_url: z.string() }) }),
  errors: ['rental.not_found', 'demo.not_found', 'portal.feature_off'],
})

export const deleteDemo = defineCall({
  id: 'deleteDemo',
  method: 'DELETE',
  path: '/api/scrim/server/:id/demos/:name',
  who: 'user',
  tag: 'rentals',
  summary: 'Deletes one of the listed demos permanently. Owner only; links to it stop working (G17).',
  params: z.object({ id: rentalNumberSchema, name: demoNameSchema }),
  errors: ['rental.not_found', 'rental.owner_only', 'demo.not_found', 'portal.feature_off'],
})

export const downloadDemo = defineCall({
  id: 'downloadDemo',
  method: 'GET',
  path: '/api/demos/:ticket/:name',
  content: ['application/octet-stream'],
  who: 'bearer',
  tag: 'rentals',
  summary: 'A demo by its signed link, whole or in ranges (G17).',
  params: z.object({ ticket: z.string().check(z.maxLength(200)), name: z.string().check(z.maxLength(200)) }),
  file: true,
  errors: ['demo.not_found', 'demo.link_over', 'request.range'],
})

export const uploadDemo = defineCall({
  id: 'uploadDemo',
  method: 'POST',
  path: '/api/events/demos',
  accepts: 'application/octet-stream',
  who: 'game-server',
  tag: 'events',
  summary:
    'A demo as MatchZy uploads it (`matchzy_demo_upload_url`): the raw file, its name in `MatchZy-FileName` (UTF-8, percent-encoded or not), the header `Authorization: Bearer SECRET`. The same again replaces it.',
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
