import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { loadChunk } from '../../app/chunk.ts'
import { withWords, type LaterPart } from '../../locales/later.ts'

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
export const pages: readonly Entry[] = [
  {
    path: '',
    page: later('adminOverview', async () => (await import('./overview/overview-page.tsx')).OverviewPage),
  },
  {
    path: 'servers',
    page: later('adminServers', async () => (await import('./servers/servers-page.tsx')).ServersPage),
  },
  {
    path: 'servers/commands',
    page: later('adminServers', async () => (await import('./servers/commands-page.tsx')).CommandsPage),
  },
  {
    path: 'rentals',
    page: later('adminRentals', async () => (await import('./rentals/leases-page.tsx')).LeasesPage),
  },
  {
    path: 'rentals/regions',
    page: later('adminRentals', async () => (await import('./rentals/regions-page.tsx')).RegionsPage),
  },
  {
    path: 'rentals/machines',
    page: later('adminRentals', async () => (await import('./rentals/machines-page.tsx')).MachinesPage),
  },
  {
    path: 'rentals/:id',
    page: later('adminRentals', async () => (await import('./rentals/lease-page.tsx')).LeasePage),
  },
  {
    path: 'orders',
    page: later('adminOrders', async () => (await import('./orders/orders-page.tsx')).OrdersPage),
  },
  {
    path: 'orders/alerts',
    page: later('adminOrders', async () => (await import('./orders/alerts-page.tsx')).AlertsPage),
  },
  {
    path: 'orders/questions',
    page: later('adminOrders', async () => (await import('./orders/questions-page.tsx')).QuestionsPage),
  },
  {
    path: 'orders/reports',
    page: later('adminOrders', async () => (await import('./orders/reports-page.tsx')).ReportsPage),
  },
  {
    path: 'orders/:id',
    page: later('adminOrders', async () => (await import('./orders/order-page.tsx')).OrderPage),
  },
  { path: 'jobs', page: later('adminOverview', async () => (await import('./jobs/jobs-page.tsx')).JobsPage) },
  {
    path: 'users',
    page: later('adminUsers', async () => (await import('./users/users-page.tsx')).UsersPage),
  },
  {
    path: 'users/groups',
    page: later('adminUsers', async () => (await import('./users/groups-page.tsx')).GroupsPage),
  },
  {
    path: 'users/operators',
    page: later('adminUsers', async () => (await import('./users/operators-page.tsx')).OperatorsPage),
  },
  {
    path: 'users/:id',
    page: later('adminUsers', async () => (await import('./users/user-page.tsx')).UserPage),
  },
  {
    path: 'prices',
    page: later('adminPrices', async () => (await import('./prices/prices-page.tsx')).PricesPage),
  },
  {
    path: 'prices/coupons',
    page: later('adminPrices', async () => (await import('./prices/coupons-page.tsx')).CouponsPage),
  },
  {
    path: 'prices/cards',
    page: later('adminPrices', async () => (await import('./prices/cards-page.tsx')).CardsPage),
  },
  {
    path: 'prices/privileges',
    page: later('adminPrices', async () => (await import('./prices/privileges-page.tsx')).PrivilegesPage),
  },
  {
    path: 'announcements',
    page: later(
      'adminWords',
      async () => (await import('./announcements/announcements-page.tsx')).AnnouncementsPage,
    ),
  },
  {
    path: 'announcements/texts',
    page: later('adminWords', async () => (await import('./announcements/texts-page.tsx')).TextsPage),
  },
  {
    path: 'announcements/commands',
    page: later('adminWords', async () => (await import('./announcements/commands-page.tsx')).CommandsPage),
  },
  {
    path: 'seasons',
    page: later('adminSeasons', async () => (await import('./seasons/seasons-page.tsx')).SeasonsPage),
  },
  {
    path: 'seasons/players',
    page: later('adminSeasons', async () => (await import('./seasons/hidden-page.tsx')).HiddenPage),
  },
  {
    path: 'seasons/resets',
    page: later('adminSeasons', async () => (await import('./seasons/resets-page.tsx')).ResetsPage),
  },
  {
    path: 'seasons/marks',
    page: later('adminSeasons', async () => (await import('./seasons/marks-page.tsx')).MarksPage),
  },
  { path: 'faq', page: later('adminWords', async () => (await import('./faq/faq-page.tsx')).FaqPage) },
  {
    path: 'audit',
    page: later('adminUsers', async () => (await import('./audit/audit-page.tsx')).AuditPage),
  },
  {
    path: 'settings',
    page: later(
      'adminOverview',
      async () => (await import('./settings/configuration-page.tsx')).ConfigurationPage,
    ),
  },
  {
    path: 'settings/switches',
    page: later('adminWords', async () => (await import('./settings/switches-page.tsx')).SwitchesPage),
  },
]

function later(part: LaterPart, load: () => Promise<ComponentType<ConsolePageProps>>): Entry['page'] {
  return lazy(async () => ({ default: await loadChunk(() => withWords(part, load())) }))
}

/** The page at an address of the console, such as `/admin/orders/alerts`, and its id; null for none. */
export function pageAt(pathname: string): { entry: Entry; id: string } | null {
  const steps = pathname
    .replace(/^\/admin\/*/, '')
    .split('/')
    .filter((step) => step !== '')
  for (const entry of pages) {
    const wanted = entry.path === '' ? [] : entry.path.split('/')
    if (wanted.length !== steps.length) continue
    if (!wanted.every((step, at) => step === ':id' || step === steps[at])) continue
    const at = wanted.indexOf(':id')
    return { entry, id: at === -1 ? '' : decoded(steps[at] ?? '') }
  }
  return null
}

/** A step of an address as text; one that nobody encoded so stays as it is. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
