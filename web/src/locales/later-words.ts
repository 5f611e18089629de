import type { Words } from './lazy-words.ts'

/** The words of the pages and dialogs that no first visit begins with. */
export const laterWords = {
  serverPopups: {
    zh: async () => ({ servers: (await import('./zh/later/small.ts')).serverPopups }),
    en: async () => ({ servers: (await import('./en/later/small.ts')).serverPopups }),
  },
  bans: {
    zh: () => import('./zh/later/small.ts'),
    en: () => import('./en/later/small.ts'),
  },
  practiceBuy: {
    zh: () => import('./zh/later/small.ts'),
    en: () => import('./en/later/small.ts'),
  },
  practiceDialogs: {
    zh: () => import('./zh/later/practice-dialogs.ts'),
    en: () => import('./en/later/practice-dialogs.ts'),
  },
  reports: {
    zh: () => import('./zh/later/small.ts'),
    en: () => import('./en/later/small.ts'),
  },
  settings: {
    zh: () => import('./zh/later/small.ts'),
    en: () => import('./en/later/small.ts'),
  },
  admin: {
    zh: () => import('./zh/console/small.ts'),
    en: () => import('./en/console/small.ts'),
  },
  adminOverview: {
    zh: () => import('./zh/console/small.ts'),
    en: () => import('./en/console/small.ts'),
  },
  adminServers: {
    zh: () => import('./zh/console/servers.ts'),
    en: () => import('./en/console/servers.ts'),
  },
  adminGameSettings: {
    zh: () => import('./zh/console/small.ts'),
    en: () => import('./en/console/small.ts'),
  },
  adminRentals: {
    zh: () => import('./zh/console/rentals.ts'),
    en: () => import('./en/console/rentals.ts'),
  },
  adminNotifications: {
    zh: () => import('./zh/console/notifications.ts'),
    en: () => import('./en/console/notifications.ts'),
  },
  adminOrders: {
    zh: () => import('./zh/console/orders.ts'),
    en: () => import('./en/console/orders.ts'),
  },
  adminUsers: {
    zh: () => import('./zh/console/users.ts'),
    en: () => import('./en/console/users.ts'),
  },
  adminCases: {
    zh: () => import('./zh/console/small.ts'),
    en: () => import('./en/console/small.ts'),
  },
  adminSanctions: {
    zh: () => import('./zh/console/small.ts'),
    en: () => import('./en/console/small.ts'),
  },
  adminPrices: {
    zh: () => import('./zh/console/prices.ts'),
    en: () => import('./en/console/prices.ts'),
  },
  adminWords: {
    zh: () => import('./zh/console/words.ts'),
    en: () => import('./en/console/words.ts'),
  },
  adminSeasons: {
    zh: () => import('./zh/console/small.ts'),
    en: () => import('./en/console/small.ts'),
  },
  inventory: {
    zh: () => import('./zh/later/small.ts'),
    en: () => import('./en/later/small.ts'),
  },
} as const satisfies Record<string, Words>
