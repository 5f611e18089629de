import * as z from 'zod/mini'
import { defaultFeatures, featuresSchema } from '../../features.ts'
import { grantedGroups } from '../../rules/accounts/groups.ts'
import { linkProviders } from '../../rules/accounts/linked-accounts.ts'
import { defineCall } from '../call.ts'
import { bothLanguages, languageQuery, line } from '../shared/fields.ts'

/** How the join button opens the game; the operator chooses (integrations: Joining from a browser). */
export const joinLinkKinds = ['run', 'connect', 'perfectworld'] as const

export type JoinLinkKind = (typeof joinLinkKinds)[number]

/** What the page needs to know before it draws: the community's name, its switches and its links. What an address may be is for the
 * operator's calls to check: the page does not load it. */
export const portalSchema = z.object({
  name: line(40).check(z.minLength(1)),
  features: featuresSchema,
  links: z.object({
    discord: z.optional(z.string()),
    qq: z.optional(z.string()),
    bilibili: z.optional(z.string()),
    weibo: z.optional(z.string()),
  }),
  /** The filing number of the community's site and where it links to (B6). */
  filing: z.nullable(z.object({ text: z.string(), url: z.string() })),
  /** Which platform link the join button opens. */
  join: z.enum(joinLinkKinds),
  /** F4: purchase page and store elsewhere; null is the portal's own. */
  vip: z.object({ subscribeUrl: z.nullable(z.string()), storeUrl: z.nullable(z.string()) }),
  /** The banner at the top of every page during maintenance; null if there is none. */
  maintenance: z.nullable(
    bothLanguages(300).check(
      z.refine(({ zh, en }) => `${zh}${en}`.trim() !== '', 'a text in one language at least'),
    ),
  ),
  inventory: z.object({
    /** B5: under the sidebar's entry; empty for none. */
    note: z.object({ zh: line(60), en: line(60) }),
    /** J3: who may use it. */
    groups: z.array(z.enum(grantedGroups)).check(z.maxLength(grantedGroups.length)),
  }),
})

/** What the page gets: also where the inventory site is and which services sign in, which the settings of the process say. */
const pagePortalSchema = z.extend(portalSchema, {
  inventory: z.extend(portalSchema.shape.inventory, { url: z.optional(z.string()) }),
  /** The services whose linked accounts sign in; left out where none is set up. */
  signIn: z.optional(z.array(z.enum(linkProviders))),
})

export type Portal = z.infer<typeof pagePortalSchema>

export const defaultPortal: Portal = {
  name: 'CLUTCH',
  features: defaultFeatures,
  links: {},
  filing: null,
  join: 'run',
  vip: { subscribeUrl: null, storeUrl: null },
  maintenance: null,
  inventory: { note: { zh: '', en: '' }, groups: [...grantedGroups] },
}

export const getPortal = defineCall({
  id: 'getPortal',
  method: 'GET',
  path: '/api/portal',
  who: 'anyone',
  tag: 'portal',
  summary: 'Name, feature switches and links of this portal (A10, B6).',
  reply: pagePortalSchema,
})

/** What a browser needs to install the page as an app (F3). */
export const getManifest = defineCall({
  id: 'getManifest',
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
  id: 'listAnnouncements',
  method: 'GET',
  path: '/api/server/announcement',
  who: 'anyone',
  tag: 'portal',
  summary: 'The announcements of one language, newest first; the page shows the first (B2).',
  query: languageQuery,
  reply: z.array(announcementSchema),
})
