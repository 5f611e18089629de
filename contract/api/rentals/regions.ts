import * as z from 'zod/mini'
import { regionGroups } from '../../rules/rentals/regions/region-filters.ts'
import { regionCodePattern } from '../../rules/rentals/regions/region-codes.ts'
import { bothLanguages } from '../shared/fields.ts'

export const regionCodeSchema = z.string().check(z.regex(regionCodePattern, 'a region code'))

export const rentalRegionSchema = z.object({
  region: z.string(),
  name: bothLanguages(40),
  /** The filter it is found under (G18). */
  group: z.enum(regionGroups),
  available: z.boolean(),
  recommended: z.boolean(),
  /** G20; null without maintenance. */
  maintenance: z.nullable(bothLanguages(200)),
})
