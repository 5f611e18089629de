import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { loadChunk } from '../../app/chunk.ts'
import { withWords, type LazyWords } from '../../locales/later.ts'

/** What a page of the console is given: the id of its address, where it has one. */
export interface ConsolePageProps {
  id: string
}

interface Entry {
  /** After `/admin/`; `:id` stands for one step. The first that fits is shown. */
  path: string
  page: LazyExoticComponent<ComponentType<ConsolePageProps>>
}

/** The pages of the console. They hang on one route, so that nobody else loads their addresses. */
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
      async () => (await import('./servers/commands-page.tsx')).ServerCommandsPage,
    ),
  },
  {
    path: 'rentals',
    page: lazyConsolePage(
      'adminRentals',
      async () => (await import('./rentals/leases-page.tsx')).RentalsPage,
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
    page: lazyConsolePage(
      'adminRentals',
      async () => (await import('./rentals/machines-page.tsx')).HostsPage,
    ),
  },
  {
    path: 'rentals/:id',
    page: lazyConsolePage('adminRentals', async () => (await import('./rentals/lease-page.tsx')).RentalPage),
  },
  {
    path: 'orders',
    page: lazyConsolePage('adminOrders', async () => (await import('./orders/orders-page.tsx')).OrdersPage),
  },
  {
    path: 'orders/alerts',
    page: lazyConsolePage('adminOrders', async () => (await import('./orders/alerts-page.tsx')).AlertsPage),
  },
  {
    path: 'orders/questions',
    page: lazyConsolePage(
      'adminOrders',
      async () => (await import('./orders/questions-page.tsx')).QuestionsPage,
    ),
  },
  {
    path: 'orders/reports',
    page: lazyConsolePage('adminOrders', async () => (await import('./orders/reports-page.tsx')).ReportsPage),
  },
  {
    path: 'orders/:id',
    page: lazyConsolePage('adminOrders', async () => (await import('./orders/order-page.tsx')).OrderPage),
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
    page: lazyConsolePage('adminUsers', async () => (await import('./users/groups-page.tsx')).GroupsPage),
  },
  {
    path: 'users/operators',
    page: lazyConsolePage(
      'adminUsers',
      async () => (await import('./users/operators-page.tsx')).OperatorsPage,
    ),
  },
  {
    path: 'users/:id',
    page: lazyConsolePage('adminUsers', async () => (await import('./users/user-page.tsx')).UserPage),
  },
  {
    path: 'prices',
    page: lazyConsolePage('adminPrices', async () => (await import('./prices/prices-page.tsx')).PricesPage),
  },
  {
    path: 'prices/coupons',
    page: lazyConsolePage('adminPrices', async () => (await import('./prices/coupons-page.tsx')).CouponsPage),
  },
  {
    path: 'prices/cards',
    page: lazyConsolePage('adminPrices', async () => (await import('./prices/cards-page.tsx')).CardsPage),
  },
  {
    path: 'prices/privileges',
    page: lazyConsolePage(
      'adminPrices',
      async () => (await import('./prices/privileges-page.tsx')).PrivilegesPage,
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
      async () => (await import('./announcements/texts-page.tsx')).PortalSettingsPage,
    ),
  },
  {
    path: 'announcements/commands',
    page: lazyConsolePage(
      'adminWords',
      async () => (await import('./announcements/commands-page.tsx')).ChatCommandsPage,
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
      async () => (await import('./seasons/hidden-page.tsx')).HiddenPlayersPage,
    ),
  },
  {
    path: 'seasons/resets',
    page: lazyConsolePage('adminSeasons', async () => (await import('./seasons/resets-page.tsx')).ResetsPage),
  },
  {
    path: 'seasons/marks',
    page: lazyConsolePage('adminSeasons', async () => (await import('./seasons/marks-page.tsx')).FlagsPage),
  },
  {
    path: 'faq',
    page: lazyConsolePage('adminWords', async () => (await import('./faq/faq-page.tsx')).FaqPage),
  },
  {
    path: 'audit',
    page: lazyConsolePage('adminUsers', async () => (await import('./audit/audit-page.tsx')).AuditPage),
  },
  {
    path: 'settings',
    page: lazyConsolePage(
      'adminOverview',
      async () => (await import('./settings/configuration-page.tsx')).ConfigurationPage,
    ),
  },
  {
    path: 'settings/switches',
    page: lazyConsolePage(
      'adminWords',
      async () => (await import('./settings/switches-page.tsx')).FeatureSwitchesPage,
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

/** A step of an address as text; one that nobody encoded so stays as it is. */
function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
