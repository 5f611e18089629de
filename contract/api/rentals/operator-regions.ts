import * as z from 'zod/mini'
import { regionGroups } from '../../rules/rentals/regions/region-filters.ts'
import { defineCall } from '../call.ts'
import { expectedRevisionInQuery, expectedRevision } from '../shared/list-query.ts'
import { regionCodeSchema } from './regions.ts'
import { bothLanguages, eitherLanguage, nameLine } from '../shared/fields.ts'

const regionParams = z.object({ code: regionCodeSchema })
/** G20: its start, in ms since 1970 (UTC), and the text shown to players. */
export const maintenanceSchema = z.object({ since: z.number(), text: bothLanguages(200) })

/** A region as the operator sets it. `used` counts the rentals that hold a place in it; times in ms since 1970 (UTC). */
export const operatorRegionSchema = z.object({
  code: z.string(),
  name: bothLanguages(40),
  /** The filter players find it under (G18). */
  group: z.enum(regionGroups),
  /** Players neither see it nor choose it; servers that are there stay. */
  hidden: z.boolean(),
  position: z.int(),
  recommended: z.boolean(),
  /** The most servers it holds; 0 offers none. */
  capacity: z.int(),
  used: z.int(),
  /** Whether the settings have any machine for it. */
  served: z.boolean(),
  /** Since when nothing new is placed or sold there; null: it is open. */
  cordoned: z.nullable(z.number()),
  maintenance: z.nullable(maintenanceSchema),
  revision: z.int(),
})

export type OperatorRegion = z.infer<typeof operatorRegionSchema>

export const operatorListRegions = defineCall({
  id: 'operatorListRegions',
  method: 'GET',
  path: '/api/operator/regions',
  who: 'operator',
  area: 'any',
  tag: 'operator',
  summary: 'Every region with its names, capacity and maintenance (G23).',
  reply: z.array(operatorRegionSchema),
})

const regionFields = {
  position: z.optional(z.int().check(z.minimum(0), z.maximum(1_000))),
  recommended: z.optional(z.boolean()),
  hidden: z.optional(z.boolean()),
  capacity: z.optional(z.int().check(z.minimum(0), z.maximum(10_000))),
}

export const operatorAddRegion = defineCall({
  id: 'operatorAddRegion',
  method: 'POST',
  path: '/api/operator/regions',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'addRegion',
  summary:
    'Adds a region by a code of the operator’s own, last in the order unless a position is given (G23). A machine of the settings serves it by that code.',
  body: z.strictObject({
    code: regionCodeSchema,
    name: z.object({ zh: z._default(nameLine(40), ''), en: z._default(nameLine(40), '') }),
    group: z.enum(regionGroups),
    ...regionFields,
  }),
  reply: operatorRegionSchema,
  errors: ['region.exists'],
})

export const operatorChangeRegion = defineCall({
  id: 'operatorChangeRegion',
  method: 'PATCH',
  path: '/api/operator/regions/:code',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'changeRegion',
  summary: 'Changes the given fields of a region.',
  params: regionParams,
  body: z.strictObject({
    name: z.optional(z.partial(z.object({ zh: nameLine(40), en: nameLine(40) }))),
    group: z.optional(z.enum(regionGroups)),
    ...regionFields,
    revision: expectedRevision,
  }),
  reply: operatorRegionSchema,
  errors: ['region.not_found', 'edit.conflict'],
})

export const operatorRemoveRegion = defineCall({
  id: 'operatorRemoveRegion',
  method: 'DELETE',
  path: '/api/operator/regions/:code',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'removeRegion',
  summary: 'Deletes a region that never had a server; others can be hidden.',
  params: regionParams,
  query: z.object({ revision: expectedRevisionInQuery }),
  errors: ['region.not_found', 'region.in_use', 'edit.conflict'],
})

/** G20: the text about a maintenance, for players. */
export const maintenanceTextSchema = z._default(eitherLanguage(200), { zh: '', en: '' })

export const operatorStartRegionMaintenance = defineCall({
  id: 'operatorStartRegionMaintenance',
  method: 'PUT',
  path: '/api/operator/regions/:code/maintenance',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'maintainRegion',
  summary: 'Puts a region under maintenance, or changes its text; the beginning stays (G20).',
  params: regionParams,
  body: z.strictObject({ text: maintenanceTextSchema, revision: expectedRevision }),
  reply: operatorRegionSchema,
  errors: ['edit.conflict', 'region.not_found'],
})

export const operatorEndRegionMaintenance = defineCall({
  id: 'operatorEndRegionMaintenance',
  method: 'DELETE',
  path: '/api/operator/regions/:code/maintenance',
  who: 'operator',
  area: 'rentals',
  tag: 'operator',
  audit: 'resumeRegion',
  summary: 'Ends a region’s maintenance; over 24 hours every rental it held gets its length back (G20).',
  params: regionParams,
  query: z.object({ revision: expectedRevisionInQuery }),
  errors: ['edit.conflict', 'region.not_found'],
})
