import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { loadChunk } from '../../app/browser/chunk-loading.ts'
import { withWords, type LazyWords } from '../../locales/lazy-words.ts'

/** What a page of the console is given: the id of its address, where it has one. */
export interface ConsolePageProps {
  id: string
}

interface Entry {
  /** After `/admin/`; `:id` matches one segment. The first match is shown. */
  path: string
  page: LazyExoticComponent<ComponentType<ConsolePageProps>>
}

/** The pages of the console. They share one route, so that only operators load their addresses. */
export const consolePages: readonly Entry[] = [
  {
    path: '',
    page: lazyConsolePage(
      'adminOverview',
      async () => (await import('./overview/overview-page.tsx')).OverviewPage,
    ),
  },
  {
    path: 'servers',
    page: lazyConsolePage(
      'adminServers',
      async () => (await import('./servers/servers-page.tsx')).ServersPage,
    ),
  },
  {
    path: 'servers/commands',
    page: lazyConsolePage(
      'adminServers',
      async () => (await import('./servers/commands/server-commands-page.tsx')).ServerCommandsPage,
    ),
  },
  {
    path: 'rentals',
    page: lazyConsolePage(
      'adminRentals',
      async () => (await import('./rentals/rentals-page.tsx')).RentalsPage,
    ),
  },
  {
    path: 'rentals/regions',
    page: lazyConsolePage(
      'adminRentals',
      async () => (await import('./rentals/regions-page.tsx')).RegionsPage,
    ),
  },
  {
    path: 'rentals/machines',
    page: lazyConsolePage('adminRentals', async () => (await import('./rentals/hosts-page.tsx')).HostsPage),
  },
  {
    path: 'rentals/:id',
    page: lazyConsolePage(
      'adminRentals',
      async () => (await import('./rentals/rental/rental-page.tsx')).RentalPage,
    ),
  },
  {
    path: 'orders',
    page: lazyConsolePage('adminOrders', async () => (await import('./orders/orders-page.tsx')).OrdersPage),
  },
  {
    path: 'orders/alerts',
    page: lazyConsolePage(
      'adminOrders',
      async () => (await import('./orders/alerts/alerts-page.tsx')).AlertsPage,
    ),
  },
  {
    path: 'orders/questions',
    page: lazyConsolePage(
      'adminOrders',
      async () => (await import('./orders/questions/questions-page.tsx')).QuestionsPage,
    ),
  },
  {
    path: 'orders/reports',
    page: lazyConsolePage(
      'adminOrders',
      async () => (await import('./orders/reconciliation/reports-page.tsx')).ReportsPage,
    ),
  },
  {
    path: 'orders/:id',
    page: lazyConsolePage(
      'adminOrders',
      async () => (await import('./orders/order/order-page.tsx')).OrderPage,
    ),
  },
  {
    path: 'jobs',
    page: lazyConsolePage('adminOverview', async () => (await import('./jobs/jobs-page.tsx')).JobsPage),
  },
  {
    path: 'users',
    page: lazyConsolePage('adminUsers', async () => (await import('./users/users-page.tsx')).UsersPage),
  },
  {
    path: 'users/groups',
    page: lazyConsolePage(
      'adminUsers',
      async () => (await import('./users/groups/groups-page.tsx')).GroupsPage,
    ),
  },
  {
    path: 'users/operators',
    page: lazyConsolePage(
      'adminUsers',
      async () => (await import('./users/operators/operators-page.tsx')).OperatorsPage,
    ),
  },
  {
    path: 'users/:id',
    page: lazyConsolePage('adminUsers', async () => (await import('./users/user/user-page.tsx')).UserPage),
  },
  {
    path: 'prices',
    page: lazyConsolePage('adminPrices', async () => (await import('./prices/prices-page.tsx')).PricesPage),
  },
  {
    path: 'prices/coupons',
    page: lazyConsolePage(
      'adminPrices',
      async () => (await import('./coupons/coupons-page.tsx')).CouponsPage,
    ),
  },
  {
    path: 'prices/cards',
    page: lazyConsolePage(
      'adminPrices',
      async () => (await import('./gift-cards/gift-cards-page.tsx')).CardsPage,
    ),
  },
  {
    path: 'prices/privileges',
    page: lazyConsolePage(
      'adminPrices',
      async () => (await import('./privileges/privileges-page.tsx')).PrivilegesPage,
    ),
  },
  {
    path: 'announcements',
    page: lazyConsolePage(
      'adminWords',
      async () => (await import('./announcements/announcements-page.tsx')).AnnouncementsPage,
    ),
  },
  {
    path: 'announcements/texts',
    page: lazyConsolePage(
      'adminWords',
      async () => (await import('./portal-settings/portal-settings-page.tsx')).PortalSettingsPage,
    ),
  },
  {
    path: 'announcements/commands',
    page: lazyConsolePage(
      'adminWords',
      async () => (await import('./chat-commands/chat-commands-page.tsx')).ChatCommandsPage,
    ),
  },
  {
    path: 'seasons',
    page: lazyConsolePage(
      'adminSeasons',
      async () => (await import('./seasons/seasons-page.tsx')).SeasonsPage,
    ),
  },
  {
    path: 'seasons/players',
    page: lazyConsolePage(
      'adminSeasons',
      async () => (await import('./seasons/hidden-players-page.tsx')).HiddenPlayersPage,
    ),
  },
  {
    path: 'seasons/resets',
    page: lazyConsolePage('adminSeasons', async () => (await import('./seasons/resets-page.tsx')).ResetsPage),
  },
  {
    path: 'seasons/marks',
    page: lazyConsolePage('adminSeasons', async () => (await import('./seasons/flags-page.tsx')).FlagsPage),
  },
  {
    path: 'faq',
    page: lazyConsolePage('adminWords', async () => (await import('./faq/faq-page.tsx')).FaqPage),
  },
  {
    path: 'audit',
    page: lazyConsolePage('adminUsers', async () => (await import('./audit-log/audit-page.tsx')).AuditPage),
  },
  {
    path: 'settings',
    page: lazyConsolePage(
      'adminOverview',
      async () => (await import('./configuration/configuration-page.tsx')).ConfigurationPage,
    ),
  },
  {
    path: 'settings/switches',
    page: lazyConsolePage(
      'adminWords',
      async () => (await import('./feature-switches/feature-switches-page.tsx')).FeatureSwitchesPage,
    ),
  },
]

function lazyConsolePage(
  part: LazyWords,
  load: () => Promise<ComponentType<ConsolePageProps>>,
): Entry['page'] {
  return lazy(async () => ({ default: await loadChunk(() => withWords(part, load())) }))
}

/** The page at an address of the console, such as `/admin/orders/alerts`, and its id; null for none. */
export function findConsolePage(pathname: string): { entry: Entry; id: string } | null {
  const steps = pathname
    .replace(/^\/admin\/*/, '')
    .split('/')
    .filter((step) => step !== '')
  for (const entry of consolePages) {
    const wanted = entry.path === '' ? [] : entry.path.split('/')
    if (wanted.length !== steps.length) continue
    if (!wanted.every((step, at) => step === ':id' || step === steps[at])) continue
    const at = wanted.indexOf(':id')
    return { entry, id: at === -1 ? '' : decodeStep(steps[at] ?? '') }
  }
  return null
}

/** Decodes a segment of an address; one that is not validly encoded is returned unchanged. */
function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
