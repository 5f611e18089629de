/**
 * The pages of the console, by their address after `/admin/`. `:id` matches one segment; the first match is
 * shown.
 */
export const consolePaths = [
  '',
  'servers',
  'servers/commands',
  'rentals',
  'rentals/regions',
  'rentals/machines',
  'rentals/updates',
  'rentals/settings',
  'rentals/:id',
  'orders',
  'orders/alerts',
  'orders/questions',
  'orders/reports',
  'orders/:id',
  'jobs',
  'users',
  'users/groups',
  'users/operators',
  'users/:id',
  'prices',
  'prices/coupons',
  'prices/cards',
  'prices/privileges',
  'announcements',
  'announcements/texts',
  'announcements/commands',
  'seasons',
  'seasons/players',
  'seasons/resets',
  'seasons/marks',
  'faq',
  'audit',
  'settings',
  'settings/switches',
] as const

export type ConsolePath = (typeof consolePaths)[number]

type AddressOf<Path extends string> = Path extends `${infer Start}/:id` ? `${Start}/${string}` : Path

/** The address of a page of the console after `/admin/`, such as `orders/0199-ab` or `servers?tab=config`. */
export type ConsoleAddress = AddressOf<ConsolePath> | `${AddressOf<ConsolePath>}?${string}`
