import { createHash } from 'node:crypto'
import type { EmbedTheme } from '@clutch/contract/api/servers/embeds.ts'
import type { JoinLinkKind } from '@clutch/contract/api/content/portal.ts'
import type { Server } from '@clutch/contract/api/servers/servers.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { joinLink } from '@clutch/contract/rules/servers/join-link.ts'
import { currentPlayers, maxPlayers } from '@clutch/contract/rules/servers/list/player-slots.ts'
import {
  displayName,
  isInMaintenance,
  isOnline,
  isOutdated,
} from '@clutch/contract/rules/servers/list/server-filter.ts'
import { formatServerAddress } from '@clutch/contract/rules/servers/list/server-sort.ts'
import { mapName } from '@clutch/contract/rules/servers/map-name.ts'
import { escapeHtml } from '../../../platform/http/responses/escape-html.ts'
import { type EmbedWords, embedWords } from './embed-words.ts'
import { widgetScript } from './widget-script.ts'
import { widgetStyle } from './widget-style.ts'

export interface WidgetOptions {
  language: Language
  theme: EmbedTheme
  limit: number
}

export interface WidgetContent {
  community: string
  /** Of the portal, without a slash at the end. */
  publicUrl: string
  join: JoinLinkKind
  /** In the order in which they are shown; more than the limit are counted. */
  servers: readonly Server[]
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** What the page of the widget may do: its own style and script, and requests to the portal. */
export const widgetPolicy = [
  "default-src 'none'",
  `style-src ${hashOf(widgetStyle)}`,
  `script-src ${hashOf(widgetScript)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')

/** The list as a page of its own: without its script it shows the list of the moment. */
export function renderWidget(content: WidgetContent, { language, theme, limit }: WidgetOptions): string {
  const words = embedWords[language]
  const players = content.servers
    .filter((server) => isOnline(server))
    .reduce((sum, server) => sum + currentPlayers(server), 0)
  const shown = content.servers.slice(0, limit)
  const rest = content.servers.length - shown.length
  const link = `${escapeHtml(content.publicUrl)}/servers`
  const more = rest > 0 ? words.more(rest) : words.all
  const rows = shown.map((server) => renderRow(server, content.join, words)).join('\n')
  return `<!doctype html>
<html lang="${words.lang}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(content.community)} · ${words.servers}</title>
<style>${widgetStyle}</style>
</head>
<body>
<main>
<header><h1>${escapeHtml(content.community)}</h1><p>${words.playersTotal(players)}</p></header>
${shown.length > 0 ? `<ul>\n${rows}\n</ul>` : `<p class="none">${words.none}</p>`}
<footer><a href="${link}" target="_blank" rel="noopener">${more}</a></footer>
</main>
<script>${widgetScript}</script>
</body>
</html>
`
}

function renderRow(server: Server, kind: JoinLinkKind, words: EmbedWords): string {
  const name = escapeHtml(displayName(server))
  const state = getState(server, words)
  const detail = state ?? escapeHtml(mapName(server.map))
  const locked = server.locked ? `<i class="lock" title="${words.locked}"></i>` : ''
  return `<li${state === null ? '' : ' class="off"'}><div><b>${name}</b>${locked}<small>${detail}</small></div>${
    state === null ? renderMeter(server, words) : ''
  }${
    state === null
      ? `<a class="join" href="${escapeHtml(joinLink(server, kind))}" target="_top" aria-label="${words.join} ${name} (${escapeHtml(formatServerAddress(server))})">${words.join}</a>`
      : ''
  }</li>`
}

/** Why a server cannot be joined now; null if it can. */
function getState(server: Server, words: EmbedWords): string | null {
  if (isInMaintenance(server)) return words.maintenance
  if (!isOnline(server)) return words.offline
  return isOutdated(server) ? words.outdated : null
}

function renderMeter(server: Server, words: EmbedWords): string {
  const [current, max] = [currentPlayers(server), maxPlayers(server)]
  return `<span class="count" title="${words.players}"><meter min="0" max="${Math.max(max, 1)}" value="${current}" aria-label="${words.players}"></meter><span>${current}/${max}</span></span>`
}
