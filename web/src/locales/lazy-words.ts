import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { loadLazyIcons } from '../ui/icons/lazy-icons.ts'
import { whenIdle } from '../ui/loading/when-idle.ts'
import { createStore } from '../ui/state/store.ts'
import { addWords, pageLanguage } from './translate.ts'

type Loader = () => Promise<object>

/** The words that the first screen does without, by the pages that say them. */
const parts = {
  servers: {
    zh: () => import('./zh/servers.ts'),
    en: () => import('./en/servers.ts'),
  },
  serverPages: {
    zh: async () => ({ servers: (await import('./zh/server-pages.ts')).serverPages }),
    en: async () => ({ servers: (await import('./en/server-pages.ts')).serverPages }),
  },
  leaderboard: {
    zh: () => import('./zh/leaderboard.ts'),
    en: () => import('./en/leaderboard.ts'),
  },
  payment: {
    zh: () => import('./zh/payment.ts'),
    en: () => import('./en/payment.ts'),
  },
  practice: {
    zh: () => import('./zh/practice.ts'),
    en: () => import('./en/practice.ts'),
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
  signIn: {
    zh: () => import('./zh/sign-in.ts'),
    en: () => import('./en/sign-in.ts'),
  },
  vip: {
    zh: () => import('./zh/vip.ts'),
    en: () => import('./en/vip.ts'),
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
  faq: {
    zh: () => import('./zh/faq.ts'),
    en: () => import('./en/faq.ts'),
  },
  inventory: {
    zh: () => import('./zh/inventory.ts'),
    en: () => import('./en/inventory.ts'),
  },
} as const satisfies Record<string, Record<Language, Loader>>

export type LazyWords = keyof typeof parts

/** Those of errors that the first screen hardly ever says; they come with every other part. */
const errorLoaders = {
  zh: async () => ({ errors: (await import('./zh/deferred-errors.ts')).deferredErrors }),
  en: async () => ({ errors: (await import('./en/deferred-errors.ts')).deferredErrors }),
} as const satisfies Record<Language, Loader>

/** Loads the words of a part in the page's language. It must have settled before the part is drawn. */
async function load(part: Record<Language, Loader>): Promise<void> {
  addWords(await part[pageLanguage()]())
}

/** Whether the words of every error are there. */
export const errorWordsLoaded = createStore(false)

/** Loads them; an error that is shown before says something more general. */
export async function loadErrorWords(): Promise<void> {
  if (errorWordsLoaded.get()) return
  await load(errorLoaders)
  errorWordsLoaded.set(true)
}

/** The start page together with its words, and nothing else. */
export async function withFirstWords<Page>(part: LazyWords, page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([page, load(parts[part])])
  return loaded
}

/** A public page together with its words and the drawings of all later pages; those of rare errors follow. */
export async function withPageWords<Page>(part: LazyWords, page: Promise<Page>): Promise<Page> {
  if (!import.meta.env.SSR) whenIdle(() => void loadErrorWords().catch(() => undefined))
  const [loaded] = await Promise.all([page, load(parts[part]), loadLazyIcons()])
  return loaded
}

/** A part of the page together with its words, those of all errors, and the drawings of all later pages, for a route that loads it lazily. */
export async function withWords<Page>(part: LazyWords, page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([page, load(parts[part]), loadErrorWords(), loadLazyIcons()])
  return loaded
}
