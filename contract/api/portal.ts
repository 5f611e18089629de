import * as z from 'zod/mini'
import { defaultFeatures, featuresSchema } from '../flags.ts'
import { joinLinkKinds } from '../rules/join.ts'
import { defineCall } from './call.ts'
import { languageQuery, line, webAddress } from './text.ts'

/** B6: the four places a community links to; an unset one is not rendered. */
export const socialPlaces = ['discord', 'qq', 'bilibili', 'weibo'] as const

/** What the page needs to know before it draws: the community's name, its switches and its links. */
export const portalSchema = z.object({
  name: line(40).check(z.minLength(1)),
  features: featuresSchema,
  links: z.object({
    discord: z.optional(webAddress),
    qq: z.optional(webAddress),
    bilibili: z.optional(webAddress),
    weibo: z.optional(webAddress),
  }),
  /** The filing number of the community's site and where it links to (B6). */
  filing: z.nullable(z.object({ text: line(60).check(z.minLength(1)), url: webAddress })),
  /** Which platform link the join button opens. */
  join: z.enum(joinLinkKinds),
  /** F4: purchase page and store elsewhere; null is the portal's own. */
  vip: z.object({ subscribeUrl: z.nullable(webAddress), storeUrl: z.nullable(webAddress) }),
})

export type Portal = z.infer<typeof portalSchema>

export const defaultPortal: Portal = {
  name: 'CLUTCH',
  features: defaultFeatures,
  links: {},
  filing: null,
  join: 'run',
  vip: { subscribeUrl: null, storeUrl: null },
}

export const getPortal = defineCall({
  method: 'GET',
  path: '/api/portal',
  who: 'anyone',
  tag: 'portal',
  summary: 'Name, feature switches and links of this portal (A10, B6).',
  reply: portalSchema,
})

/** What a browser needs to install the page as an app (F3). */
export const getManifest = defineCall({
  method: 'GET',
  path: '/api/portal/manifest',
  who: 'anyone',
  tag: 'portal',
  summary: 'The web app manifest, with the community’s name (F3).',
  reply: z.object({
    id: z.string(),
    name: z.string(),
    short_name: z.string(),
    lang: z.string(),
    start_url: z.string(),
    scope: z.string(),
    display: z.string(),
    background_color: z.string(),
    theme_color: z.string(),
    icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() })),
    shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
  }),
})

export const announcementSchema = z.object({ id: z.string(), text: z.string() })

export const listAnnouncements = defineCall({
  method: 'GET',
  path: '/api/server/announcement',
  who: 'anyone',
  tag: 'portal',
  summary: 'The announcements of one language, newest first; the page shows the first (B2).',
  query: languageQuery,
  reply: z.array(announcementSchema),
})
