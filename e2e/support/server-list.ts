import {
  type Server,
  snapshotTimeHeader,
  snapshotVersionHeader,
} from '@clutch/contract/api/servers/servers.ts'
import { parseCommaList } from '@clutch/contract/rules/servers/list/filter-query.ts'
import { matchesSelection } from '@clutch/contract/rules/servers/list/server-filter.ts'
import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** The servers in sight, rows of a desktop or cards of a phone. */
export const serverRows = (page: Page): Locator => page.locator(':is(tr, li):has([data-server])')

/** The row of one server, found by the name players see. */
export const serverRow = (page: Page, name: string): Locator =>
  serverRows(page).filter({ has: page.getByRole('button', { name, exact: true }) })

/** What a click opens the players with. */
export const serverNameButton = (page: Page, name: string): Locator =>
  page.locator('[data-server]').getByText(name, { exact: true })

/** The popup or dialog of this name. */
export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

/** The names from top to bottom, whatever the order of the elements. */
export const listServerNames = (page: Page): Promise<string[]> =>
  serverRows(page).evaluateAll((found) =>
    found
      .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
      .map((row) => row.querySelector('[data-server]')?.textContent ?? ''),
  )

/** The list at an address, loaded. */
export async function openServerList(page: Page, path = '/'): Promise<void> {
  await page.goto(path)
  await expect(serverRows(page).first()).toBeVisible()
}

/** From here on time passes in the page only by `page.clock.runFor`; the clock must have been installed. */
export async function pauseClock(page: Page): Promise<void> {
  const pause = async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  // Where that second passed on the way the clock is already paused, and only the jump was refused.
  await pause().catch(pause)
}

/** Whether a request asks for the list; the stream and single servers are other calls. */
export const isListRequest = (address: string): boolean => new URL(address).pathname === '/api/servers'

/** Instead of the portal, answers the list with these servers, filtered as the portal does; no stream. */
export async function mockServerList(page: Page, servers: readonly Server[]): Promise<void> {
  await blockStream(page)
  await page.route(
    (url) => isListRequest(url.href),
    async (route) => {
      const query = new URL(route.request().url()).searchParams
      const list = (name: string) => parseCommaList(query.get(name) ?? undefined)
      const lists = { modes: list('modes'), maps: list('maps'), regions: list('regions') }
      await route.fulfill({
        json: servers.filter((server) => matchesSelection(server, lists)),
        headers: { [snapshotVersionHeader]: 'test', [snapshotTimeHeader]: String(Date.now()) },
      })
    },
  )
}

/** The stream is refused, as when too many listen: the list lives by being asked for. */
export const blockStream = (page: Page): Promise<unknown> =>
  page.route('**/api/servers/stream', (route) =>
    route.fulfill({ status: 429, json: { error: 'too many', code: 'stream.full' } }),
  )
