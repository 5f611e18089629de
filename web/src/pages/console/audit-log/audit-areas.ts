import type { OperatorChange } from '@clutch/contract/api/index.ts'

type Part<Path> = Path extends `/api/operator/${infer Rest}`
  ? Rest extends `${infer First}/${string}`
    ? First
    : Rest
  : never

/** The console's area of each part of the operators' calls (`/api/operator/<part>`). */
const partAreas = {
  servers: 'servers',
  feeds: 'servers',
  rentals: 'rentals',
  regions: 'rentals',
  'game-updates': 'rentals',
  'game-settings': 'rentals',
  'login-tokens': 'rentals',
  'host-checks': 'rentals',
  'fleet-jobs': 'rentals',
  hosts: 'rentals',
  orders: 'orders',
  'order-questions': 'orders',
  'money-alerts': 'orders',
  'money-reports': 'orders',
  'payment-providers': 'orders',
  jobs: 'jobs',
  queues: 'jobs',
  backups: 'jobs',
  users: 'users',
  memberships: 'users',
  ops: 'users',
  accounts: 'users',
  prices: 'prices',
  coupons: 'prices',
  privileges: 'prices',
  'gift-cards': 'prices',
  'vip-servers': 'prices',
  announcements: 'announcements',
  portal: 'announcements',
  commands: 'announcements',
  inventory: 'announcements',
  seasons: 'seasons',
  'hidden-players': 'seasons',
  resets: 'seasons',
  flags: 'seasons',
  faqs: 'faq',
} as const satisfies Record<Part<OperatorChange['path']>, string> & Record<string, string>

type Area = (typeof partAreas)[keyof typeof partAreas]

const areas = [...new Set(Object.values(partAreas))]

/** The parts of each area, as the audit log is asked for them. */
export const areaPaths = Object.fromEntries(
  areas.map((area) => [
    area,
    Object.keys(partAreas)
      .filter((part) => isIn(part, area))
      .join(),
  ]),
) as Record<Area, string>

function isIn(part: string, area: Area): boolean {
  return (partAreas as Readonly<Record<string, Area>>)[part] === area
}
