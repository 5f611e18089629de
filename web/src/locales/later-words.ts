import type { Words } from './lazy-words.ts'

/** The words of the pages and dialogs that no first visit begins with. */
export const laterWords = {
  serverPopups: {
    zh: async () => ({ servers: (await import('./zh/server-popups.ts')).serverPopups }),
    en: async () => ({ servers: (await import('./en/server-popups.ts')).serverPopups }),
  },
  practiceBuy: {
    zh: () => import('./zh/practice-buy.ts'),
    en: () => import('./en/practice-buy.ts'),
  },
  practiceDialogs: {
    zh: () => import('./zh/practice-dialogs.ts'),
    en: () => import('./en/practice-dialogs.ts'),
  },
  settings: {
    zh: () => import('./zh/settings.ts'),
    en: () => import('./en/settings.ts'),
  },
  admin: {
    zh: () => import('./zh/admin.ts'),
    en: () => import('./en/admin.ts'),
  },
  adminOverview: {
    zh: () => import('./zh/admin-overview.ts'),
    en: () => import('./en/admin-overview.ts'),
  },
  adminServers: {
    zh: () => import('./zh/admin-servers.ts'),
    en: () => import('./en/admin-servers.ts'),
  },
  adminGameSettings: {
    zh: () => import('./zh/admin-game-settings.ts'),
    en: () => import('./en/admin-game-settings.ts'),
  },
  adminRentals: {
    zh: () => import('./zh/admin-rentals.ts'),
    en: () => import('./en/admin-rentals.ts'),
  },
  adminOrders: {
    zh: () => import('./zh/admin-orders.ts'),
    en: () => import('./en/admin-orders.ts'),
  },
  adminUsers: {
    zh: () => import('./zh/admin-users.ts'),
    en: () => import('./en/admin-users.ts'),
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
    zh: () => import('./zh/admin-seasons.ts'),
    en: () => import('./en/admin-seasons.ts'),
  },
  inventory: {
    zh: () => import('./zh/inventory.ts'),
    en: () => import('./en/inventory.ts'),
  },
} as const satisfies Record<string, Words>
