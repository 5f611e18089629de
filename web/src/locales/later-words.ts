import type { Words } from './lazy-words.ts'

/** The words of the pages and dialogs that no first visit begins with. */
export const laterWords = {
  serverPopups: {
    zh: async () => ({ servers: (await import('./zh/later-small.ts')).serverPopups }),
    en: async () => ({ servers: (await import('./en/later-small.ts')).serverPopups }),
  },
  bans: {
    zh: () => import('./zh/later-small.ts'),
    en: () => import('./en/later-small.ts'),
  },
  practiceBuy: {
    zh: () => import('./zh/later-small.ts'),
    en: () => import('./en/later-small.ts'),
  },
  practiceDialogs: {
    zh: () => import('./zh/practice-dialogs.ts'),
    en: () => import('./en/practice-dialogs.ts'),
  },
  reports: {
    zh: () => import('./zh/later-small.ts'),
    en: () => import('./en/later-small.ts'),
  },
  settings: {
    zh: () => import('./zh/later-small.ts'),
    en: () => import('./en/later-small.ts'),
  },
  admin: {
    zh: () => import('./zh/admin-small.ts'),
    en: () => import('./en/admin-small.ts'),
  },
  adminOverview: {
    zh: () => import('./zh/admin-small.ts'),
    en: () => import('./en/admin-small.ts'),
  },
  adminServers: {
    zh: () => import('./zh/admin-servers.ts'),
    en: () => import('./en/admin-servers.ts'),
  },
  adminGameSettings: {
    zh: () => import('./zh/admin-small.ts'),
    en: () => import('./en/admin-small.ts'),
  },
  adminRentals: {
    zh: () => import('./zh/admin-rentals.ts'),
    en: () => import('./en/admin-rentals.ts'),
  },
  adminNotifications: {
    zh: () => import('./zh/admin-notifications.ts'),
    en: () => import('./en/admin-notifications.ts'),
  },
  adminOrders: {
    zh: () => import('./zh/admin-orders.ts'),
    en: () => import('./en/admin-orders.ts'),
  },
  adminUsers: {
    zh: () => import('./zh/admin-users.ts'),
    en: () => import('./en/admin-users.ts'),
  },
  adminCases: {
    zh: () => import('./zh/admin-small.ts'),
    en: () => import('./en/admin-small.ts'),
  },
  adminSanctions: {
    zh: () => import('./zh/admin-small.ts'),
    en: () => import('./en/admin-small.ts'),
  },
  adminPrices: {
    zh: () => import('./zh/admin-prices.ts'),
    en: () => import('./en/admin-prices.ts'),
  },
  adminWords: {
    zh: () => import('./zh/admin-words.ts'),
    en: () => import('./en/admin-words.ts'),
  },
  adminSeasons: {
    zh: () => import('./zh/admin-small.ts'),
    en: () => import('./en/admin-small.ts'),
  },
  inventory: {
    zh: () => import('./zh/later-small.ts'),
    en: () => import('./en/later-small.ts'),
  },
} as const satisfies Record<string, Words>
