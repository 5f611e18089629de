import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { idParams, languageQuery } from '../shared/fields.ts'
import { serversQuery } from './servers.ts'

export const embedThemes = ['auto', 'dark', 'light'] as const

export type EmbedTheme = (typeof embedThemes)[number]

/** How many servers an embedded list shows at most, and where its address names no number. */
export const maxEmbeddedServers = 50
export const defaultEmbeddedServers = 10

const themeQuery = z.object({ theme: z._default(z.enum(embedThemes), 'auto') })

export const embeddedListQuery = z.extend(serversQuery, {
  ...languageQuery.shape,
  ...themeQuery.shape,
  limit: z._default(
    z.coerce.number<string>().check(z.int(), z.minimum(1), z.maximum(maxEmbeddedServers)),
    defaultEmbeddedServers,
  ),
})

export const embedServerList = defineCall({
  id: 'embedServerList',
  method: 'GET',
  path: '/api/embed/servers',
  who: 'anyone',
  tag: 'servers',
  summary:
    'The server list as a page for the frame of any other site: filtered like the list, in a language and a theme. It updates itself.',
  query: embeddedListQuery,
  content: ['text/html'],
  errors: ['portal.feature_off'],
})

export const embedPlayersBadge = defineCall({
  id: 'embedPlayersBadge',
  method: 'GET',
  path: '/api/embed/players.svg',
  who: 'anyone',
  tag: 'servers',
  summary: 'A badge (SVG) with the community’s name and how many play on its servers, for any other site.',
  query: languageQuery,
  content: ['image/svg+xml'],
  errors: ['portal.feature_off'],
})

export const embedServerBadge = defineCall({
  id: 'embedServerBadge',
  method: 'GET',
  path: '/api/embed/servers/:id/badge.svg',
  who: 'anyone',
  tag: 'servers',
  summary: 'A badge (SVG) with the name of one server, its map and its players, for any other site.',
  params: idParams,
  query: languageQuery,
  content: ['image/svg+xml'],
  errors: ['server.not_registered', 'portal.feature_off'],
})
