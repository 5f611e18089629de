import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { loadChunk } from '../../app/browser/chunk-loading.ts'
import { type ConsolePath, matchConsolePath } from './kit/console-paths.ts'
import { laterWords } from '../../locales/later-words.ts'
import { withWords } from '../../locales/lazy-words.ts'

/** What a page of the console is given: the id of its address, where it has one. */
export interface ConsolePageProps {
  id: string
}

type ConsolePageComponent = LazyExoticComponent<ComponentType<ConsolePageProps>>

/** They share one route of the portal, so that only operators load their addresses. */
const pageComponents: Readonly<Record<ConsolePath, ConsolePageComponent>> = {
  '': lazyConsolePage(
    'adminOverview',
    async () => (await import('./overview/overview-page.tsx')).OverviewPage,
  ),
  servers: lazyConsolePage(
    'adminServers',
    async () => (await import('./servers/servers-page.tsx')).ServersPage,
  ),
  'servers/commands': lazyConsolePage(
    'adminServers',
    async () => (await import('./small-pages.ts')).ServerCommandsPage,
  ),
  rentals: lazyConsolePage('adminRentals', async () => (await import('./small-pages.ts')).RentalsPage),
  'rentals/regions': lazyConsolePage(
    'adminRentals',
    async () => (await import('./rentals/regions-page.tsx')).RegionsPage,
  ),
  'rentals/hosts': lazyConsolePage(
    'adminRentals',
    async () => (await import('./rentals/hosts-page.tsx')).HostsPage,
  ),
  'rentals/updates': lazyConsolePage(
    'adminRentals',
    async () => (await import('./rentals/updates/game-updates-page.tsx')).GameUpdatesPage,
  ),
  'rentals/settings': lazyConsolePage(
    'adminGameSettings',
    async () => (await import('./rentals/settings/game-settings-page.tsx')).GameSettingsPage,
  ),
  'rentals/:id': lazyConsolePage(
    'adminRentals',
    async () =>
      (await withWords(laterWords.adminServers, import('./rentals/rental/rental-page.tsx'))).RentalPage,
  ),
  orders: lazyConsolePage('adminOrders', async () => (await import('./small-pages.ts')).OrdersPage),
  'orders/alerts': lazyConsolePage('adminOrders', async () => (await import('./small-pages.ts')).AlertsPage),
  'orders/questions': lazyConsolePage(
    'adminOrders',
    async () => (await import('./small-pages.ts')).QuestionsPage,
  ),
  'orders/reports': lazyConsolePage(
    'adminOrders',
    async () => (await import('./orders/reconciliation/reports-page.tsx')).ReportsPage,
  ),
  'orders/:id': lazyConsolePage(
    'adminOrders',
    async () => (await import('./orders/order/order-page.tsx')).OrderPage,
  ),
  notifications: lazyConsolePage(
    'adminNotifications',
    async () =>
      (await withWords(laterWords.adminUsers, import('./notifications/channels-page.tsx'))).ChannelsPage,
  ),
  'notifications/rules': lazyConsolePage(
    'adminNotifications',
    async () => (await withWords(laterWords.adminUsers, import('./notifications/rules-page.tsx'))).RulesPage,
  ),
  'notifications/log': lazyConsolePage(
    'adminNotifications',
    async () => (await import('./small-pages.ts')).DeliveriesPage,
  ),
  jobs: lazyConsolePage('adminOverview', async () => (await import('./small-pages.ts')).JobsPage),
  users: lazyConsolePage('adminUsers', async () => (await import('./small-pages.ts')).UsersPage),
  'users/groups': lazyConsolePage('adminUsers', async () => (await import('./small-pages.ts')).GroupsPage),
  'users/operators': lazyConsolePage(
    'adminUsers',
    async () => (await import('./users/operators/operators-page.tsx')).OperatorsPage,
  ),
  'users/roles': lazyConsolePage('adminUsers', async () => (await import('./small-pages.ts')).RolesPage),
  'users/:id': lazyConsolePage(
    'adminUsers',
    async () => (await withWords(laterWords.adminSanctions, import('./users/user/user-page.tsx'))).UserPage,
  ),
  cases: lazyConsolePage('adminCases', async () => (await import('./small-pages.ts')).CasesPage),
  'cases/:id': lazyConsolePage(
    'adminCases',
    async () =>
      (
        await withWords(
          laterWords.adminSanctions,
          withWords(laterWords.adminSeasons, import('./cases/case-page.tsx')),
        )
      ).CasePage,
  ),
  sanctions: lazyConsolePage(
    'adminSanctions',
    async () => (await import('./sanctions/sanctions-page.tsx')).SanctionsPage,
  ),
  'sanctions/:id': lazyConsolePage(
    'adminSanctions',
    async () => (await import('./sanctions/sanction-page.tsx')).SanctionPage,
  ),
  prices: lazyConsolePage('adminPrices', async () => (await import('./prices/prices-page.tsx')).PricesPage),
  'prices/coupons': lazyConsolePage(
    'adminPrices',
    async () => (await import('./coupons/coupons-page.tsx')).CouponsPage,
  ),
  'prices/cards': lazyConsolePage(
    'adminPrices',
    async () => (await import('./gift-cards/gift-cards-page.tsx')).CardsPage,
  ),
  'prices/privileges': lazyConsolePage(
    'adminPrices',
    async () => (await import('./privileges/privileges-page.tsx')).PrivilegesPage,
  ),
  announcements: lazyConsolePage(
    'adminWords',
    async () => (await import('./small-pages.ts')).AnnouncementsPage,
  ),
  'announcements/texts': lazyConsolePage(
    'adminWords',
    async () => (await import('./portal-settings/portal-settings-page.tsx')).PortalSettingsPage,
  ),
  'announcements/commands': lazyConsolePage(
    'adminWords',
    async () => (await import('./chat-commands/chat-commands-page.tsx')).ChatCommandsPage,
  ),
  seasons: lazyConsolePage(
    'adminSeasons',
    async () => (await import('./seasons/seasons-page.tsx')).SeasonsPage,
  ),
  'seasons/players': lazyConsolePage(
    'adminSeasons',
    async () => (await import('./small-pages.ts')).HiddenPlayersPage,
  ),
  'seasons/resets': lazyConsolePage(
    'adminSeasons',
    async () => (await import('./seasons/resets-page.tsx')).ResetsPage,
  ),
  'seasons/marks': lazyConsolePage('adminSeasons', async () => (await import('./small-pages.ts')).FlagsPage),
  faq: lazyConsolePage('adminWords', async () => (await import('./faq/faq-page.tsx')).FaqPage),
  audit: lazyConsolePage('adminUsers', async () => (await import('./audit-log/audit-page.tsx')).AuditPage),
  settings: lazyConsolePage(
    'adminOverview',
    async () => (await import('./small-pages.ts')).ConfigurationPage,
  ),
  'settings/tokens': lazyConsolePage(
    'adminUsers',
    async () => (await import('./configuration/tokens/tokens-page.tsx')).TokensPage,
  ),
  'settings/switches': lazyConsolePage(
    'adminWords',
    async () => (await import('./small-pages.ts')).FeatureSwitchesPage,
  ),
}

function lazyConsolePage(
  part: keyof typeof laterWords,
  load: () => Promise<ComponentType<ConsolePageProps>>,
): ConsolePageComponent {
  return lazy(async () => ({ default: await loadChunk(() => withWords(laterWords[part], load())) }))
}

/** The page at an address of the console, such as `/admin/orders/alerts`, and its id; null for none. */
export function findConsolePage(
  pathname: string,
): { path: ConsolePath; page: ConsolePageComponent; id: string } | null {
  const found = matchConsolePath(pathname)
  return found && { ...found, page: pageComponents[found.path] }
}
