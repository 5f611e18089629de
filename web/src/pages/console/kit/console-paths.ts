import type { OperatorArea } from '@clutch/contract/rules/accounts/operator-rights.ts'

/**
 * The pages of the console, by their address after `/admin/`, and what a role must permit to read to see them. `:id` matches one
 * segment; the first match is shown.
 */
export const consolePages = {
  '': 'any',
  servers: 'servers',
  'servers/commands': 'settings',
  rentals: 'rentals',
  'rentals/regions': 'rentals',
  'rentals/hosts': 'rentals',
  'rentals/updates': 'rentals',
  'rentals/settings': 'rentals',
  'rentals/:id': 'rentals',
  orders: 'orders',
  'orders/alerts': 'orders',
  'orders/questions': 'orders',
  'orders/reports': 'orders',
  'orders/:id': 'orders',
  notifications: 'settings',
  'notifications/rules': 'settings',
  'notifications/log': 'settings',
  jobs: 'settings',
  users: 'users',
  'users/groups': 'users',
  'users/operators': 'operators',
  'users/roles': 'operators',
  'users/:id': 'users',
  cases: 'reports',
  'cases/:id': 'reports',
  sanctions: 'players',
  'sanctions/:id': 'players',
  prices: 'prices',
  'prices/coupons': 'prices',
  'prices/cards': 'prices',
  'prices/privileges': 'prices',
  announcements: 'content',
  'announcements/texts': 'settings',
  'announcements/commands': 'content',
  seasons: 'leaderboard',
  'seasons/players': 'players',
  'seasons/resets': 'leaderboard',
  'seasons/marks': 'players',
  faq: 'content',
  audit: 'audit',
  settings: 'settings',
  'settings/switches': 'settings',
  'settings/tokens': 'any',
} as const satisfies Readonly<Record<string, OperatorArea | 'any'>>

export type ConsolePath = keyof typeof consolePages

const consolePaths = Object.keys(consolePages) as ConsolePath[]

type AddressOf<Path extends string> = Path extends `${infer Start}/:id` ? `${Start}/${string}` : Path

/** The address of a page of the console after `/admin/`, such as `orders/0199-ab` or `servers?tab=config`. */
export type ConsoleAddress = AddressOf<ConsolePath> | `${AddressOf<ConsolePath>}?${string}`

/** The page at an address of the console, such as `/admin/orders/alerts`, and its id where it has one; null for none. */
export function matchConsolePath(pathname: string): { path: ConsolePath; id: string } | null {
  const steps = pathname
    .replace(/^\/admin\/*/, '')
    .split('/')
    .filter((step) => step !== '')
  for (const path of consolePaths) {
    const wanted = path.split('/').filter((step) => step !== '')
    if (wanted.length !== steps.length) continue
    if (!wanted.every((step, at) => step === ':id' || step === steps[at])) continue
    const at = wanted.indexOf(':id')
    return { path, id: at === -1 ? '' : decodeStep(steps[at] ?? '') }
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
