import { listFaqs } from '../../api/content/faqs.ts'
import { listAnnouncements } from '../../api/content/portal.ts'
import {
  getBoard,
  getBoardPlayer,
  getBoardTop,
  getPlayerTrend,
  getUserStats,
  listSeasons,
} from '../../api/leaderboard/boards.ts'
import { getPricing } from '../../api/payments/orders.ts'
import { getRentalPage, listChatCommands } from '../../api/rentals/rental-page.ts'
import type { Call } from '../../api/call.ts'
import { buildUrl } from '../../api/build-url.ts'
import { listServers } from '../../api/servers/servers.ts'
import type { Language } from '../../api/shared/fields.ts'
import { listPrivileges } from '../../api/vip/vip.ts'
import { defaultBoardMode } from '../leaderboard/board-modes.ts'
import type { SeasonChoice } from '../leaderboard/season-choice.ts'

/** What the first view of a page depends on. */
export interface FirstView {
  language: Language
  /** The season that a board shows first. */
  season: SeasonChoice
  /** The value of the parameter in the page's address, such as a SteamID; empty without one. */
  parameter: string
}

/**
 * Returns the addresses of the public calls that a page makes for its first view when its own address has no query, so
 * that the document can start them before the page's script has loaded. `address` is written as the page's router
 * writes it, such as `/leaderboard/player/$steamId`.
 */
export function listFirstRequests(address: string, { language, season, parameter }: FirstView): string[] {
  const url = (call: Call, params: object, query: object) => buildUrl(call.path, params, query)
  const mode = defaultBoardMode
  const own: Record<string, () => string[]> = {
    '/': () => [listServers.path],
    '/servers': () => [listServers.path],
    '/leaderboard': () => [
      url(listSeasons, {}, { language }),
      url(getBoardTop, { mode }, { season }),
      url(getBoard, { mode }, { season, page: 1 }),
    ],
    '/leaderboard/player/$steamId': () => [
      url(listSeasons, {}, { language }),
      url(getBoardPlayer, { steamId: parameter }, {}),
      url(getUserStats, { steamId: parameter }, { season }),
      url(getPlayerTrend, { steamId: parameter }, { mode }),
    ],
    '/vip': () => [
      ...['CNY', 'USD'].flatMap((currency) =>
        ['vip', 'vip_card'].map((product) => url(getPricing, {}, { product_type: product, currency })),
      ),
      url(listPrivileges, {}, { language }),
    ],
    '/pracc': () => [url(getRentalPage, {}, { language }), listChatCommands.path],
    '/faq': () => [url(listFaqs, {}, { language })],
  }
  const requests = own[address]?.() ?? []
  return requests.length === 0 ? [] : [url(listAnnouncements, {}, { language }), ...requests]
}
