import * as z from 'zod/mini'

/** A10: the operator's switches, read by the page at start and enforced by the API. */
export const featuresSchema = z.object({
  servers: z.object({
    enabled: z.boolean(),
    features: z.object({
      details: z.boolean(),
      rules: z.boolean(),
      quickJoin: z.boolean(),
      filters: z.boolean(),
    }),
  }),
  pracc: z.object({ enabled: z.boolean() }),
  inventory: z.object({ enabled: z.boolean() }),
  /** J2: of its pages the first is there whenever they are. */
  settings: z.object({ enabled: z.boolean(), profile: z.boolean(), security: z.boolean() }),
  /** F5: the columns of the privilege table. */
  categories: z.object({
    normal: z.boolean(),
    vip: z.boolean(),
    pro: z.boolean(),
    kol: z.boolean(),
    op: z.boolean(),
  }),
})

export type Features = z.infer<typeof featuresSchema>

/** A10: servers, pracc and inventory on, settings off; all four parts of the server list on. */
export const defaultFeatures: Features = {
  servers: { enabled: true, features: { details: true, rules: true, quickJoin: true, filters: true } },
  pracc: { enabled: true },
  inventory: { enabled: true },
  settings: { enabled: false, profile: true, security: true },
  categories: { normal: true, vip: true, pro: true, kol: true, op: true },
}
